//--local_size=64 --num_groups=4
// expect: verified
// A float is added by compare and swap: what is stored is computed once before the loop and once in each round
float add_to_float(__global float *sum, float x)
{
  uint before, after, seen;
  *(float *)&before = *sum;
  *(float *)&after = *(float *)&before + x;
  while ((seen = atomic_cmpxchg((__global uint *)sum, before, after)) != before) {
    before = seen;
    *(float *)&after = *(float *)&before + x;
  }
  return *(float *)&before;
}

__kernel void float_added_by_swap(__global float *sum, __global const float *v)
{
  add_to_float(sum, v[get_global_id(0)]);
}
