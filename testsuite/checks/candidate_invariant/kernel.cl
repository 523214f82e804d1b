//--local_size=64 --num_groups=1
// a candidate that is wrong is dropped without a report
// expect: verified

__kernel void copies(__global int *v) {
  for (int i = get_local_id(0); __candidate_invariant(i < 64), i < 640; i += 64)
    v[i] = i;
}
