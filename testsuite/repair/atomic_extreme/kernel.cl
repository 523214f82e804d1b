//--local_size=64 --num_groups=4
// the minimum of all, by reading and writing
// expect: race at line 8
// expect-repair: repaired; atomic device at line 8

__kernel void lowest(__global const int *in, __global int *least) {
  int x = in[get_global_id(0)];
  least[0] = min(least[0], x);
}
