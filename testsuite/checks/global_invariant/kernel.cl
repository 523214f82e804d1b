//--local_size=64 --num_groups=1
// an invariant about both threads and pending accesses
// expect: verified

__kernel void copies(__global int *v, int n) {
  for (int i = get_local_id(0); __invariant(__write_implies(v, (__write_offset_bytes(v) / sizeof(int)) % 64 == get_local_id(0))),
       i < 640; i += 64)
    v[i] = i;
}
