//--local_size=256 --num_groups=32
// expect: race
// stages: verify
// Racy twin of padded_tree_scan: no barrier within the loop of the up-sweep, so that a level reads
// what the level before has not finished.
#define P(i) ((i) + ((i) >> 4))
__kernel void prefix(__global uint *data, __local uint *cell)
{
  uint t = get_local_id(0), base = get_group_id(0) * 512, offset = 1;
  cell[P(2 * t)] = data[base + 2 * t];
  cell[P(2 * t + 1)] = data[base + 2 * t + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 256; d > 0; d >>= 1) {
    if (t < d) {
      uint a = P(offset * (2 * t + 1) - 1), b = P(offset * (2 * t + 2) - 1);
      cell[b] += cell[a];
    }
    offset <<= 1;
  }
}
