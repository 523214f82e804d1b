//--local_size=[4,64] --num_groups=[8,4]
// expect: verified
// stages: verify
// A tile of (rows + 2) x (64 + 2) cells in one __local buffer, filled by a loop over columns per
// row of threads and extra loops for the two halo rows; the pitch of the global array is a rounded-
// up product of parameters, row pitch 66 is no power of two.
#define CELL(r, c) tile[(r) * (get_local_size(1) + 2) + (c)]
static inline int rounded(int n, int a) { return a == 0 ? n : n + (n % a == 0 ? 0 : a - n % a); }
__kernel void blur(__global const float *in, __global float *out, int align, float k, __local float *tile)
{
  __requires(align == 16);
  int gr = get_group_id(0), gc = get_group_id(1), lr = get_local_id(0), lc = get_local_id(1);
  int rows = 16, cols = get_num_groups(1) * get_local_size(1);
  int pitch = rounded(cols + 2, align);
  int row0 = gr * rows, col = gc * get_local_size(1) + lc;
  for (int r = lr; r < rows + 2; r += get_local_size(0)) {
    CELL(r, lc + 1) = in[(row0 + r) * pitch + col + 1];
    if (lc == 0) CELL(r, 0) = in[(row0 + r) * pitch + col];
    if (lc == get_local_size(1) - 1) CELL(r, lc + 2) = in[(row0 + r) * pitch + col + 2];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = lr; r < rows; r += get_local_size(0))
    out[(row0 + r + 1) * pitch + col + 1] = k * (CELL(r, lc + 1) + CELL(r + 2, lc + 1) + CELL(r + 1, lc) + CELL(r + 1, lc + 2));
}
