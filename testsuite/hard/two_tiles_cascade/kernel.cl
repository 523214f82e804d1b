//--local_size=[16,16] --num_groups=[16,16]
// expect: verified
// stages: verify
// Three passes through two __local tiles, each smaller by a ring: a flattened loop over 400 and 324
// cells with division and remainder by 20 and 18, a barrier between the passes.
__kernel void sharpen(__global const float *in, __global float *out, int pitch)
{
  __requires(pitch == 300);
  __local float wide[20 * 20];
  __local float near[18 * 18];
  int t = get_local_id(1) * 16 + get_local_id(0);
  int x0 = get_group_id(0) * 16, y0 = get_group_id(1) * 16;
  for (int i = t; i < 400; i += 256)
    wide[(i / 20) * 20 + i % 20] = in[(y0 + i / 20) * pitch + x0 + i % 20];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = t; i < 324; i += 256) {
    int r = i / 18 + 1, c = i % 18 + 1;
    near[(r - 1) * 18 + c - 1] = wide[r * 20 + c] - wide[(r - 1) * 20 + c] + wide[r * 20 + c + 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int r = get_local_id(1) + 1, c = get_local_id(0) + 1;
  out[(y0 + r - 1) * pitch + x0 + c - 1] = near[r * 18 + c] + near[(r + 1) * 18 + c] + near[r * 18 + c - 1];
}
