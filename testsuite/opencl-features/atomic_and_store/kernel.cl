//--local_size=64 --num_groups=4
// a plain store to a cell that others change atomically: OpenCL has no barrier between groups, but two launches
// expect: race at line 9, 10
// expect-repair: split-launch grid before line 10
// expect-patch: withheld

__kernel void reset(__global const int *in, __global volatile int *cell) {
  if (get_global_id(0) == 0)
    cell[0] = 0;
  atomic_add(&cell[0], in[get_global_id(0)]);
}
