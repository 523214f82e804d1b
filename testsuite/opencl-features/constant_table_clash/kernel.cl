//--local_size=64 --num_groups=4
// a constant table that names one place twice
// expect: race at line 10
// expect-repair: unrepairable

__constant int permutation[4] = {2, 0, 2, 1};

__kernel void shuffle4(__global int *out) {
  int l = get_local_id(0);
  out[get_group_id(0) * 64 + (l & ~3) + permutation[l & 3]] = l;
}
