//--local_size=64 --num_groups=4
// degrees by atomics
// expect: verified
// expect-repair: unchanged

__kernel void degree(__global const int2 *edges, __global int *degree) {
  int2 e = edges[get_global_id(0)];
  atomic_inc(&degree[e.x]);
  atomic_inc(&degree[e.y]);
}
