//--local_size=64 --num_groups=4
// a constant table as an index: the values keep the work-items apart
// expect: verified
// expect-repair: unchanged

__constant int permutation[4] = {2, 0, 3, 1};

__kernel void shuffle4(__global int *out) {
  int l = get_local_id(0);
  out[get_group_id(0) * 64 + (l & ~3) + permutation[l & 3]] = l;
}
