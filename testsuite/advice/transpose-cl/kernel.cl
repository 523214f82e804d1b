//--local_size=[16,16] --num_groups=[2,2]
// expect: verified
// expect-advice: bank-conflict 8 at line 10
// A warp has two rows of the group, and reads two columns of the tile: of the 16 words of a column, 16
// words apart, 8 lie in one bank and 8 in another.
__kernel void transpose(__global float *out, __global const float *in, __local float *tile) {
  size_t x = get_local_id(0), y = get_local_id(1);
  tile[y * 16 + x] = in[get_global_id(1) * 32 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float value = tile[x * 16 + y];
  out[(get_group_id(0) * 16 + y) * 32 + get_group_id(1) * 16 + x] = value;
}
