//--local_size=32 --num_groups=4
// at the barrier each thread's element is read by itself: no race with the stores before it
// expect: verified

__kernel void keys(__global int *out) {
  __local int key[32];
  int l = get_local_id(0);
  key[l] = 5 * l + 1;
  __barrier_invariant_binary_1(key[l] != key[__other_int(l)], l, __other_int(l));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = key[l];
}
