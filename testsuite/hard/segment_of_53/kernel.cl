//--local_size=256 --num_groups=120
// expect: verified
// stages: verify
// A thread owns cells i*m .. i*m+m-1, m = 53 by precondition: row * pitch + column with an unknown
// pitch, in 32 bits with 64-bit iteration counters cut down to 32.
__kernel void votes(__global int *ballot, __global float *sum, __global const int *given, int people, int m)
{
  __requires(people == 30000);
  __requires(m == 53);
  int i = get_global_id(0);
  if (i < people) {
    float s = 0;
    for (int v = 0; v < m; v++) {
      ballot[i * m + v] = given[v] * i;
      if (ballot[i * m + v] >= 1000) ballot[i * m + v] = 0;
    }
    for (int v = 0; v < m; v++) s += ballot[i * m + v];
    sum[i] = s;
  }
}
