//--local_size=[32] --num_groups=[24]
// expect: verified
// stages: verify
// Each thread owns a row and walks along it in tiles of 32 columns with a barrier per tile that is
// passed by threads without a row as well; offsets row*n+col of two threads never meet since col <
// n, a bound that holds by min() and two nested closed forms.
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void smooth(__global float *line, __global const float *gain, int n)
{
  __requires(n == 750);
  long g = get_group_id(0), l = get_local_id(0);
  __local float factor;
  if (l == 0) factor = gain[0];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (long r = 32 * g; r < n - 1; r += 65536)
    for (long c = 0; c < n - 1; c += 32) {
      if (n >= l + r + 2 && l + r >= 1)
        for (long k = LARGER(0, 1 - c); k <= LESSER(31, n - c - 2); k += 1)
          line[(l + r) * n + (c + k)] = factor * line[(l + r) * n + (c + k - 1)];
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
