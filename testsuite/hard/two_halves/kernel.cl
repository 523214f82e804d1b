//--local_size=[374] --num_groups=[40]
// expect: verified
// stages: verify
// Rows of 748 = 2 * 374 cells, 16 rows per group, left and right half by one thread, w by
// precondition; the user's invariant on written offsets (in which row, which half) divides by w and
// takes remainders, four divisions by an unknown for each of two writes.
__kernel void halves(__global uchar4 *map, __global const uint2 *in, uint w)
{
  __requires(w == 748);
  uint t = get_local_id(0), half_row = get_local_size(0);
  uint first = 16 * get_group_id(0);
  uint at = first * w + t;
  bool skip = (w % 2) && (t == half_row - 1);
  for (int i = 0;
       __invariant(at == first * w + t + i * w),
       __global_invariant(__write_implies(map,
         (((__write_offset_bytes(map) / sizeof(uchar4) - (first * w + t)) % w == 0) & ((__write_offset_bytes(map) / sizeof(uchar4) - (first * w + t)) / w < 16))
         | __implies(!skip, ((__write_offset_bytes(map) / sizeof(uchar4) - (first * w + t + half_row)) % w == 0) & ((__write_offset_bytes(map) / sizeof(uchar4) - (first * w + t + half_row)) / w < 16)))),
       i < 16; i++) {
    uint2 v = in[at];
    map[at] = (uchar4)(v.x, v.x >> 8, v.x >> 16, 1);
    if (!skip) map[at + half_row] = (uchar4)(v.y, v.y >> 8, v.y >> 16, 2);
    at += w;
  }
}
