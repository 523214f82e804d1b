//--local_size=[32,8] --num_groups=[32,32]
// expect: verified
// stages: verify
// Two tiling loops with barriers around a tile that one row of threads loads in a strided loop; a
// barrier surely runs in every iteration, but the global index is a product with a parameter and
// the loops advance by 4096.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void outer_product(__global double *sum, __global const double *left, __global const double *right, int n)
{
  __requires(n == 1024);
  long g0 = get_group_id(0), g1 = get_group_id(1);
  long l0 = get_local_id(0), l1 = get_local_id(1);
  __local double rows[32];
  __local double cols[32];
  for (long r = 32 * g0; r < n; r += 4096) {
    if (l0 == 0)
      for (long k = l1; k <= LESSER(31, n - r - 1); k += 8)
        rows[k] = left[r + k];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (long c = 32 * g1; c < n; c += 4096) {
      if (l0 == 0)
        for (long k = l1; k <= LESSER(31, n - c - 1); k += 8)
          cols[k] = right[c + k];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (n >= l0 + r + 1)
        for (long k = l1; k <= LESSER(31, n - c - 1); k += 8)
          sum[(l0 + r) * n + (c + k)] += rows[l0] * cols[k];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
