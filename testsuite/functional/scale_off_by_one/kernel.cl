//--local_size=64 --num_groups=4
// reads its neighbour
// expect: confirmed postcondition at line 8
// stages: verify

__kernel void scale(__global uint *out, __global const uint *in, uint n) {
  __requires(n <= 256);
  __ensures(__forall(i, 0u, n, out[i] == 3 * in[i]));
  uint i = get_global_id(0);
  if (i < n) out[i] = 3 * in[i + 1];
}
