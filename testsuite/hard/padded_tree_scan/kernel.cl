//--local_size=256 --num_groups=32
// expect: verified
// stages: verify
// Up-sweep and down-sweep of a prefix sum over 512 cells with padded indices i + (i >> 4): offset
// doubles and halves (shift closed forms), index (2t+1)*offset-1 is a product of two unknowns, then
// a shift of it is added.
#define P(i) ((i) + ((i) >> 4))
__kernel void prefix(__global uint *data, __local uint *cell)
{
  uint t = get_local_id(0), base = get_group_id(0) * 512, offset = 1;
  cell[P(2 * t)] = data[base + 2 * t];
  cell[P(2 * t + 1)] = data[base + 2 * t + 1];
  for (uint d = 256; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) {
      uint a = P(offset * (2 * t + 1) - 1), b = P(offset * (2 * t + 2) - 1);
      cell[b] += cell[a];
    }
    offset <<= 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) cell[P(511)] = 0;
  for (uint d = 1; d < 512; d <<= 1) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) {
      uint a = P(offset * (2 * t + 1) - 1), b = P(offset * (2 * t + 2) - 1);
      uint x = cell[a];
      cell[a] = cell[b];
      cell[b] += x;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + 2 * t] = cell[P(2 * t)];
  data[base + 2 * t + 1] = cell[P(2 * t + 1)];
}
