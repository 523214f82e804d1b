//--local_size=64 --num_groups=4 --pointer-bitwidth=64
// OpenCL ids of 64 bits
// expect: verified

__kernel void wide(__global int *v) {
  size_t i = get_global_id(0);
  v[i] = (int)i;
}
