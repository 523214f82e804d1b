//--local_size=[16,4,4] --num_groups=[8,8,1]
// expect: verified
// stages: verify
// Three-dimensional tiles, ((z*n)+y)*n+x with n a parameter: product of products of 64 bits over
// four loops.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void diffuse(__global float *gas, __global const float *old, int n)
{
  __requires(n == 128);
  long g0 = get_group_id(0), g1 = get_group_id(1);
  long l0 = get_local_id(0), l1 = get_local_id(1), l2 = get_local_id(2);
  for (long z = 16 * g0; z < n - 1; z += 2048)
    if (n >= l0 + z + 2 && l0 + z >= 1)
      for (long y = 16 * g1; y < n - 1; y += 2048)
        for (long x = 0; x < n - 1; x += 16)
          for (long v = l1; v <= LESSER(15, n - y - 2); v += 4)
            for (long u = l2; u <= LESSER(15, n - x - 2); u += 4)
              gas[((l0 + z) * n + (y + v)) * n + (x + u)] = old[((l0 + z + 1) * n + (y + v)) * n + (x + u)];
}
