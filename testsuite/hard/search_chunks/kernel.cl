//--local_size=[93,1] --num_groups=[22,18]
// expect: verified
// stages: verify
// Lane t works on piece t / 31 in the positions t % 31 * 36 .. + 36, cut off at 1089: cells ((y * w
// + x) * 16 + piece) * 1104 + position, w and h by preconditions, several non-powers of two, a loop
// from a lane-dependent start to a minimum, two inner loops that do not matter.
__kernel void match(__global ushort *cost, __global const ushort *frame, __global const ushort *ref, int w, int h)
{
  __requires(w == 16);
  __requires(h == 18);
  int piece = get_local_id(0) / 31, lane = get_local_id(0) % 31;
  int col = piece + get_group_id(0) * 3, x = col >> 2, sub = col & 3, y = get_group_id(1);
  if (x < w && y < h) {
    __global ushort *mine = cost + w * h * 1104 * 5 + (y * w + x) * 1104 * 4 + sub * 1104;
    int from = lane * 36, to = from + 36;
    if (to > 1089) to = 1089;
    for (int pos = from;
         __global_invariant(__write_implies(cost, __write_offset_bytes(cost) / sizeof(ushort) - (w * h * 1104 * 5 + (y * w + x) * 1104 * 4 + sub * 1104) >= from)),
         pos < to; pos++) {
      ushort sad = 0;
      for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
          sad += abs(ref[(y * 4 + pos / 33 + r) * w * 16 + x * 4 + pos % 33 + c] - frame[(y * 4 + r) * w * 16 + x * 4 + c]);
      mine[pos] = sad;
    }
  }
}
