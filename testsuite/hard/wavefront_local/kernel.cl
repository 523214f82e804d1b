//--local_size=[16] --num_groups=[32]
// expect: verified
// stages: verify
// Dynamic programming along antidiagonals of a 17x17 tile, thread t at (m-t+1, t+1) under the guard
// t <= m, then the lower triangle backwards; tiles along the other diagonal of the grid, at a
// corner that is a sum of products of five parameters fixed by preconditions.
#define AT(r, c) tile[(r) * 17 + (c)]
__kernel void align(__global int *grid, __global const int *cost, __local int *tile, __local int *near, int cols, int gap, int tiles, int down, int over)
{
  __requires(cols == 513);
  __requires(gap == 10);
  __requires(tiles == 32);
  __requires(down == 0);
  __requires(over == 0);
  int b = get_group_id(0), t = get_local_id(0);
  int corner = down * cols + over + cols * 16 * (tiles - 1 - b) + 16 * b;
  if (t == 0) AT(0, 0) = grid[corner];
  for (int r = 0; r < 16; r++) near[r * 16 + t] = cost[corner + t + 1 + cols * (r + 1)];
  AT(t + 1, 0) = grid[corner + cols * (t + 1)];
  AT(0, t + 1) = grid[corner + t + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < 16; m++) {
    if (t <= m) {
      int c = t + 1, r = m - t + 1;
      AT(r, c) = max(AT(r - 1, c - 1) + near[(r - 1) * 16 + c - 1], max(AT(r, c - 1), AT(r - 1, c)) - gap);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int m = 14; m >= 0; m--) {
    if (t <= m) {
      int c = t + 16 - m, r = 16 - t;
      AT(r, c) = max(AT(r - 1, c - 1) + near[(r - 1) * 16 + c - 1], max(AT(r, c - 1), AT(r - 1, c)) - gap);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0;
       __global_invariant(__write_implies(grid, (__write_offset_bytes(grid) / sizeof(int) - (corner + cols + t + 1)) % cols == 0)),
       __global_invariant(__write_implies(grid, (__write_offset_bytes(grid) / sizeof(int) - (corner + cols + t + 1)) / cols < 16)),
       r < 16; r++)
    grid[corner + cols + t + 1 + cols * r] = AT(r + 1, t + 1);
}
