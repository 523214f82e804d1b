//--local_size=32 --num_groups=4
// the stages follow each other without a barrier
// expect: race
// expect-repair: repaired; add block; cost 0 -> 10

__kernel void fft(__global float2 *data) {
  __local float2 s[64];
  int t = get_local_id(0);
  __global float2 *v = data + get_group_id(0) * 64;
  s[2 * t] = v[2 * t];
  s[2 * t + 1] = v[2 * t + 1];
  for (int span = 1; span < 64; span *= 2) {
    int k = t & (span - 1);
    int low = 2 * t - k;
    float2 a = s[low], b = s[low + span];
    s[low] = a + b;
    s[low + span] = a - b;
  }
  v[2 * t] = s[2 * t];
  v[2 * t + 1] = s[2 * t + 1];
}
