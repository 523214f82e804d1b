//--local_size=64 --num_groups=4
// expect: verified
// stages: verify
// A helper is declared `inline` without `static`: by C99's rules its body is elsewhere, and the one
// that stands here has to be kept nevertheless.
inline int twice_up(int n) { return 2 * n; }
__kernel void strew(__global float *seed, float v)
{
  int i = get_global_id(0);
  seed[twice_up(i)] = v + i;
}
