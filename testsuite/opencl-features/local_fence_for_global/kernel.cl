//--local_size=64 --num_groups=4
// a local fence does not order global memory
// expect: race at line 7, 9

__kernel void exchange(__global int *v) {
  int i = get_global_id(0);
  int x = v[i ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  v[i] = x;
}
