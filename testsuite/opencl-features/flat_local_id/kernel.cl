//--local_size=[8,8] --num_groups=4
// flattened local index into a local array
// expect: verified
// expect-repair: unchanged; cost 1 -> 1

__kernel void reverse(__global int *v) {
  __local int s[64];
  int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  int base = get_group_id(0) * 64;
  s[l] = v[base + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  v[base + l] = s[63 - l];
}
