//--local_size=64 --num_groups=1
// Some threads leave each iteration early: the barrier at its end goes into the loop's header.
// expect: race at line 11
// expect-repair: repaired; add block loop-end line 9; cost 0 -> 10
// expect-patch: verified

kernel void spread(global int *v, int n) {
  int t = get_local_id(0), i = 0;
  while (i++ < n) {
    if (t % 3 == 0) continue;
    v[(t + i) % 64] = i * t;
  }
}
