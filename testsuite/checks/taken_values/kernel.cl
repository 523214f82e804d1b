//--local_size=32 --num_groups=1
// a store only ever goes to a ticket that the counter has given out
// expect: verified

__kernel void tickets(__global unsigned *counter, __global char *slots, unsigned limit) {
  for (unsigned ticket = 0;
       __global_invariant(__write_implies(
           slots, __atomic_has_taken_value(counter, 0, __write_offset_bytes(slots)))),
       ticket < limit;) {
    ticket = atomic_inc(counter);
    slots[ticket] = 1;
  }
}
