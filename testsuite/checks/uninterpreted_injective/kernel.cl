//--local_size=64 --num_groups=1
// an uninterpreted function of a thread-dependent argument may give equal places
// expect: race at line 9
// expect-repair: unrepairable

DECLARE_UF_UNARY(place, int, int)

__kernel void scatter(__global int *v) {
  v[place(get_local_id(0))] = get_local_id(0);
}
