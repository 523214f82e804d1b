//--local_size=64 --num_groups=1
// vectors of four stored three apart: no place in the source lies inside the store
// expect: race at line 8
// expect-patch: withheld

__kernel void scale(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  vstore4(vload4(i, in), 0, out + 3 * i);
}
