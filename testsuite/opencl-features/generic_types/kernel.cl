//--local_size=64 --num_groups=2
// char, short and long elements of the same width of index
// expect: verified
// expect-repair: unchanged

__kernel void widths(__global char *c, __global short *s, __global long *l) {
  int i = get_global_id(0);
  c[i] = (char)i;
  s[i] = (short)(c[i] * 3);
  l[i] = (long)s[i] << 3;
}
