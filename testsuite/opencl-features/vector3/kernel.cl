//--local_size=64 --num_groups=2
// a vector of three occupies four elements
// expect: verified
// expect-repair: unchanged

__kernel void normals(__global float3 *n, __global const float *in) {
  int i = get_global_id(0);
  n[i] = normalize((float3)(in[i], in[i + 1], in[i + 2]));
}
