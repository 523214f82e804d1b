//--local_size=64 --num_groups=4
// private arrays race with nothing
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__kernel void window(__global const int *in, __global int *out) {
  int w[8];
  int i = get_global_id(0);
  for (int k = 0; k < 8; ++k)
    w[k] = in[i + k];
  for (int k = 0; k < 7; ++k)
    w[k] += w[k + 1];
  out[i] = w[in[i] & 7];
}
