//--local_size=64 --num_groups=1
// components of a vector in memory: clang loads and stores the whole vector, so that they race
// expect: race
// expect-repair: split-branch block before line 11; cost 0 -> 1

__kernel void halves(__global int4 *v) {
  int i = get_global_id(0);
  if (i & 1)
    v[i >> 1].xy = (int2)(i, i);
  else
    v[i >> 1].zw = (int2)(i, -i);
}
