//--local_size=[32,16] --num_groups=[20,20]
// expect: race
// stages: verify
// Racy twin of triangle_floord: the mirrored element is written without swapping the roles, so that
// rows of one tile are columns of another.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void mirror(__global double *link, int cities)
{
  __requires(cities == 640);
  long gi = get_group_id(0), gj = get_group_id(1);
  long li = get_local_id(0), lj = get_local_id(1);
  for (long i = 32 * gi; i < cities - 1; i += 4096)
    for (long j = 32 * gj; j < cities; j += 4096)
      for (long k = lj; k <= LESSER(31, cities - j - 1); k += 16)
        link[(li + i) * cities + (j + k)] = link[(j + k) * cities + (li + i)] + 1.0;
}
