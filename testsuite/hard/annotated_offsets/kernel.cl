//--local_size=[32,8] --num_groups=[8,8]
// expect: verified
// stages: verify
// The user's invariant on written offsets divides the offset by a parameter and takes remainders;
// it is checked for each access although nothing needs it.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void paint(__global float *wall, int n)
{
  __requires(n == 256);
  long g0 = get_group_id(0), g1 = get_group_id(1), l0 = get_local_id(0), l1 = get_local_id(1);
  for (long r = 32 * g0; r < n; r += 4096)
    for (long c = 32 * g1; c < n; c += 4096)
      if (n >= l0 + r + 1)
        for (long k = l1; k <= LESSER(31, n - c - 1); k += 8)
          wall[(l0 + r) * n + (c + k)] = 1.0f;
  __function_wide_invariant(__write_implies(wall, (__write_offset_bytes(wall) / sizeof(float)) / n % n % 4096 == 32 * g0 + l0));
}
