//--local_size=[32] --num_groups=[24]
// expect: verified
// stages: verify
// Tiles of a matrix staged column-wise by each thread for itself between barriers, product of two
// parameters as pitch in two arrays, inner loops of unknown length under a guard that leaves
// threads out.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void update(__global double *low, __global const double *diag, int n, int m)
{
  __requires(n == 700 && m == 500);
  long g = get_group_id(0), l = get_local_id(0);
  __local double d[32];
  for (long c = 0; c < m; c += 32) {
    for (long k = l; k <= LESSER(31, m - c - 1); k += 32) d[k] = diag[(c + k) * m + (c + k)];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (long r = 32 * g; r < n; r += 32768)
      if (n >= l + r + 1 && l + r >= c + 1)
        for (long k = 0; k <= LESSER(31, LESSER(m - c - 1, l + r - c - 1)); k += 1)
          low[(l + r) * m + (c + k)] /= d[k];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
