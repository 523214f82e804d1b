//--local_size=[32,4] --num_groups=[9,7]
// expect: verified
// stages: verify
// Three results in three regions of one array: offsets are products of the numbers of groups by
// preconditions and 24-bit multiplications; apart only by comparing sums of products, and within a
// region by block index times 1096 plus lane.
__kernel void sums(__global ushort *buf, int wide, int high)
{
  __requires(wide == get_num_groups(0));
  __requires(high == get_num_groups(1));
  int q = get_local_id(1) & 1, p = get_local_id(1) >> 1;
  int blocks = mul24(wide, high);
  int mine = (mul24((int)get_group_id(1), wide) + (int)get_group_id(0)) * 1096;
  __global ushort *from = buf + (mul24(blocks, 9) + (p * 2 + q)) * 1096 + mine * 4;
  __global ushort *whole = buf + (p * 2 + q) * 1096 + mine * 4;
  __global ushort *halved = buf + ((blocks << 2) + (p * 2 + q)) * 1096 + mine * 4;
  for (int k = get_local_id(0); k < 545; k += 32) {
    ushort a = from[2 * k], b = from[2 * k + 1];
    whole[2 * k] = a + b;
    whole[2 * k + 1] = a - b;
    halved[k] = a;
  }
}
