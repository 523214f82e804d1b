//--local_size=64 --num_groups=1
// two work-items share a component of a vector: a barrier between the arms would decide whose value stays
// expect: race
// expect-repair: unrepairable

__kernel void halves(__global int4 *v) {
  int i = get_global_id(0);
  if (i & 1)
    v[i >> 1].xy = (int2)(i, i + 5);
  else
    v[i >> 1].yz = (int2)(i, -i);
}
