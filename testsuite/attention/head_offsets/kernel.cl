//--local_size=[16,4] --num_groups=[2,2]
// several heads along the second dimension, one local row each
// expect: verified
// expect-repair: unchanged

__kernel void values(__global const float *p, __global const float *v, __global float *out) {
  __local float s[4][16];
  int t = get_local_id(0), h = get_local_id(1);
  int row = (get_global_id(1) * 2 + get_group_id(0)) * 16;
  s[h][t] = p[row + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  float acc = 0;
  for (int j = 0; j < 16; ++j)
    acc += s[h][j] * v[row + j];
  out[row + t] = acc * s[h][15 - t];
}
