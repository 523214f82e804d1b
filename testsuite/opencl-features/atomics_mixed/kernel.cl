//--local_size=64 --num_groups=4
// different atomics on one cell never race with each other
// expect: verified
// expect-repair: unchanged

__kernel void extremes(__global const int *in, __global volatile int *cell) {
  int v = in[get_global_id(0)];
  atomic_max(&cell[0], v);
  atomic_min(&cell[1], v);
  atomic_add(&cell[v & 1], 1);
}
