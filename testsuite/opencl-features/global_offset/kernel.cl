//--local_size=64 --num_groups=4
// helper function with a pointer to local memory
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

int neighbour(__local int *s, int l, int n) { return s[(l + 1) % n]; }

__kernel void shift(__global int *v, __local int *s) {
  int l = get_local_id(0);
  s[l] = v[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  v[get_global_id(0)] = neighbour(s, l, 64);
}
