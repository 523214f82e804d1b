//--local_size=64 --num_groups=4
// a global fence orders global memory inside a group
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__kernel void exchange(__global int *v) {
  int i = get_global_id(0);
  int x = v[i ^ 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  v[i] = x;
}
