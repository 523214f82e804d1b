//--local_size=[32,4] --num_groups=[9,7]
// expect: race
// stages: verify
// Racy twin of regions_of_products: a block of the first region takes 1090 cells at a distance of
// 1088, the last two are those of the next thread row.
__kernel void sums(__global ushort *buf, int wide, int high)
{
  __requires(wide == get_num_groups(0));
  __requires(high == get_num_groups(1));
  int q = get_local_id(1) & 1, p = get_local_id(1) >> 1;
  int mine = (mul24((int)get_group_id(1), wide) + (int)get_group_id(0)) * 1088;
  __global ushort *whole = buf + (p * 2 + q) * 1088 + mine * 4;
  for (int k = get_local_id(0); k < 545; k += 32) {
    whole[2 * k] = k;
    whole[2 * k + 1] = k + 1;
  }
}
