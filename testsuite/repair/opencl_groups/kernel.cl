//--local_size=64 --num_groups=4
// OpenCL has no barrier between groups
// expect: race at line 7, 8
// expect-repair: unrepairable

__kernel void straight(__global int *v) {
  int x = v[get_global_id(0) + 1];
  v[get_global_id(0)] = x;
}
