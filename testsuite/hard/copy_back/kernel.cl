//--local_size=[32] --num_groups=[16]
// expect: verified
// stages: verify
// Private column per thread in a local matrix, four sequential loop nests per tile, two inner loops
// of parameter length in a third; 11 loops in all, quadratic number of explicit bodies.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void chain(__global float *out, __global float *mid, __global const float *p, __global const float *q, int n, int m)
{
  __requires(n == 512 && m == 384);
  long g = get_group_id(0), l = get_local_id(0);
  __local float part[32][32];
  for (long a = 32 * g; a < n; a += 65536)
    for (long b = 0; b < m; b += 32) {
      if (n >= l + a + 1)
        for (long k = 0; k <= LESSER(31, m - b - 1); k += 1)
          part[k][l] = mid[(b + k) * n + (l + a)];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (n >= l + a + 1)
        for (long k = 0; k <= LESSER(31, m - b - 1); k += 1) {
          for (long j = 0; j < m; j += 1)
            part[k][l] += p[(b + k) * m + j] * q[j * n + (l + a)];
          for (long j = 0; j < m; j += 1)
            out[j * n + (l + a)] += part[k][l] * p[j * m + (b + k)];
        }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (n >= l + a + 1)
        for (long k = 0; k <= LESSER(31, m - b - 1); k += 1)
          mid[(b + k) * n + (l + a)] = part[k][l];
    }
}
