//--local_size=64 --num_groups=1
// initialization is no atomic operation
// expect: race at line 6, 7

__kernel void count(__global atomic_int *total, int from) {
  if (get_local_id(0) == 0) atomic_init(total, from);
  atomic_fetch_add(total, 1);
}
