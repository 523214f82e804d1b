//--local_size=256 --num_groups=120
// expect: race
// stages: verify
// Racy twin of segment_of_53: the loop writes one cell more than the thread owns.
__kernel void votes(__global int *ballot, __global const int *given, int people, int m)
{
  __requires(people == 30000);
  __requires(m == 53);
  int i = get_global_id(0);
  if (i < people)
    for (int v = 0; v <= m; v++)
      ballot[i * m + v] = given[v] * i;
}
