//--local_size=64 --num_groups=4
// the first thread scans serially, the others do not wait for it
// expect: race at line 13, 14
// expect-repair: add block; cost 1 -> 2

__kernel void serialScan(__global int *data) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    for (int i = 1; i < 64; ++i)
      s[i] += s[i - 1];
  data[get_global_id(0)] = s[t];
}
