//--local_size=64 --num_groups=4 --double-buffer
// expect: verified
// expect-repair: improved; double-buffer block at line 9; remove block at line 13; cost 20 -> 10

__kernel void totals(__global float *out, __global const float *in, int n) {
  __local float tile[64];
  int t = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[k * 64 + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[63 - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
