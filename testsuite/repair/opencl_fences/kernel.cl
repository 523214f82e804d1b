//--local_size=64 --num_groups=1
// OpenCL: of two barriers that are added one orders local memory, the other global memory
// expect: race at line 9, 10; race at line 11, 12
// expect-repair: repaired; add block before line 10; add block before line 12; cost 0 -> 2

__kernel void reverse_twice(__global int *v, __global int *w, __local int *tile) {
  int t = get_local_id(0);
  int last = get_local_size(0) - 1;
  tile[t] = t;
  v[t] = tile[last - t];
  w[t] = v[t];
  v[t] = w[last - t];
}
