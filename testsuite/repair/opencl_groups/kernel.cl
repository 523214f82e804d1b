//--local_size=64 --num_groups=4
// OpenCL has no barrier between groups: two launches do it
// expect: race at line 8, 9
// expect-repair: split-launch grid before line 9
// expect-patch: withheld

__kernel void straight(__global int *v) {
  int x = v[get_global_id(0) + 1];
  v[get_global_id(0)] = x;
}
