//--local_size=128 --num_groups=40
// expect: race
// stages: verify
// Work-item 0 of the launch sums all shares although other groups write theirs without a grid
// barrier, and its result is read by the first item of each group; within a group everything is
// ordered.
__kernel void shares(__global float *share, __global float *running, __global float *first, int n)
{
  __requires(n == 5000);
  int i = get_global_id(0);
  __local float base;
  if (i < n) share[i] = share[i] / 3.0f;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0) {
    running[0] = share[0];
    for (int k = 1; k < n; k++) running[k] = share[k] + running[k - 1];
    first[0] = running[n - 1];
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) base = first[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) share[i] = base + i;
}
