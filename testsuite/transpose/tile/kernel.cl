//--local_size=[16,16] --num_groups=[4,4]
// OpenCL with a tile in a buffer from the host
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__kernel void transpose(__global const float *in, __global float *out, __local float *tile) {
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  tile[ly * 17 + lx] = in[y * 64 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 16 + lx;
  y = get_group_id(0) * 16 + ly;
  out[y * 64 + x] = tile[lx * 17 + ly];
}
