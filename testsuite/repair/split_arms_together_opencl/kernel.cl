//--local_size=96 --num_groups=1
// all cases hand on to the next one
// expect: race
// expect-repair: repaired; split-branch 1 block before line 12; cost 0 -> 1

__kernel void by_part(__global const int *a, __global int *out) {
  __local int s[96];
  int t = get_local_id(0);
  switch (t / 32) {
    case 0: {
      s[t] = a[t];
      out[t] = s[t + 32];
      break;
    }
    case 1: {
      s[t] = a[t] + 1;
      out[t] = s[t + 32];
      break;
    }
    case 2: {
      s[t] = a[t] + 2;
      out[t] = s[t - 64];
      break;
    }
  }
}
