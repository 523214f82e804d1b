//--local_size=[32,8] --num_groups=[20,20]
// expect: verified
// stages: verify
// The first column of a thread in a tile is picked by a signed 64-bit remainder, max(l, (l + x + 7)
// % 8 - x + 1); the columns of one thread stay congruent to l modulo 8, the row pitch is a
// parameter fixed by a precondition.
__kernel void relax(__global double *warm, __global const double *cold, int side)
{
  __requires(side == 640);
  long top = 32 * get_group_id(0), left = 32 * get_group_id(1);
  long l0 = get_local_id(0), l1 = get_local_id(1);
  for (long y = top; y < side - 1; y += 4096) {
    long row = l0 + y;
    if (row < 1 || row > side - 2) continue;
    for (long x = left; x < side - 1; x += 4096) {
      long k = (l1 + x + 7) % 8 - x + 1;
      if (k < l1) k = l1;
      long last = side - x - 2 < 31 ? side - x - 2 : 31;
      for (; k <= last; k += 8)
        warm[row * side + (x + k)] = 0.25 * (cold[row * side + (x + k - 1)] + cold[row * side + (x + k + 1)]);
    }
  }
}
