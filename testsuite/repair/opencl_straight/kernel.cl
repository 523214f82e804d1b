//--local_size=64 --num_groups=1
// OpenCL: the patch writes a barrier with the fence that is needed
// expect: race at line 7, 8
// expect-repair: repaired; add block before line 8; cost 0 -> 1

__kernel void straight(__global int *v) {
  int x = v[get_local_id(0) + 1];
  v[get_local_id(0)] = x;
}
