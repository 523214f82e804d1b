//--local_size=64 --num_groups=4
// work-group scan with local fences
// expect: verified
// expect-repair: unchanged; cost 21 -> 21

__kernel void scan(__global const int *in, __global int *out, __local int *s) {
  size_t t = get_local_id(0), n = get_local_size(0);
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t d = 1; d < n; d *= 2) {
    int v = s[t];
    if (t >= d)
      v += s[t - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[t] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s[t];
}
