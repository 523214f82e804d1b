//--local_size=[4,64] --num_groups=[8,4]
// expect: race
// stages: verify
// Racy twin of halo_loops: the tile's rows are taken 65 cells long, so that the right halo cell of
// a row is the left one of the next.
#define CELL(r, c) tile[(r) * (get_local_size(1) + 1) + (c)]
__kernel void blur(__global const float *in, __global float *out, float k, __local float *tile)
{
  int gr = get_group_id(0), gc = get_group_id(1), lr = get_local_id(0), lc = get_local_id(1);
  int rows = 16, pitch = 272;
  int row0 = gr * rows, col = gc * get_local_size(1) + lc;
  for (int r = lr; r < rows + 2; r += get_local_size(0)) {
    CELL(r, lc + 1) = in[(row0 + r) * pitch + col + 1];
    if (lc == 0) CELL(r, 0) = in[(row0 + r) * pitch + col];
    if (lc == 63) CELL(r, lc + 2) = in[(row0 + r) * pitch + col + 2];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = lr; r < rows; r += get_local_size(0))
    out[(row0 + r + 1) * pitch + col + 1] = k * (CELL(r, lc + 1) + CELL(r + 2, lc + 1) + CELL(r + 1, lc));
}
