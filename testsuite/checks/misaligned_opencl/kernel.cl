//--local_size=32 --num_groups=1
// vload4 takes any element, a vector through a pointer does not
// expect: confirmed misaligned at line 7

__kernel void window(__global float *out, __global const float *in) {
  size_t t = get_local_id(0);
  float4 v = *(__global const float4 *)(in + t);
  out[t] = v.x + vload4(0, in + t).y;
}
