//--local_size=64 --num_groups=2
// constant memory is only read: no race
// expect: verified

__kernel void read(__constant int *table, __global int *out) {
  out[get_global_id(0)] = table[get_local_id(0) / 2];
}
