//--local_size=64 --num_groups=2
// vectors of four at scalar pointers
// expect: verified
// expect-repair: unchanged

__kernel void scale(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  float4 v = vload4(i, in);
  vstore4(v.wzyx * 2.0f, i, out);
}
