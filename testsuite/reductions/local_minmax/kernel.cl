//--local_size=64 --num_groups=16
// minimum and maximum together, OpenCL with a buffer from the host
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

__kernel void minmax(__global const int *in, __global int2 *out, __local int2 *s) {
  uint t = get_local_id(0);
  int v = in[get_global_id(0)];
  s[t] = (int2)(v, v);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = get_local_size(0) / 2; d > 0; d >>= 1) {
    if (t < d) {
      int2 a = s[t], b = s[t + d];
      s[t] = (int2)(min(a.x, b.x), max(a.y, b.y));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}
