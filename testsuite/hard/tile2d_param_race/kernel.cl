//--local_size=[32,8] --num_groups=[24,24]
// expect: race
// stages: verify
// Racy twin of tile2d_stride_param: the tiles are 32 columns wide, the inner loop runs to 32
// inclusive, so a tile writes its right neighbour's first column (other group).
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void rain(__global float *depth, __global const float *fall, int w)
{
  __requires(w == 768);
  long gx = get_group_id(1), gy = get_group_id(0);
  long ly = get_local_id(0), lx = get_local_id(1);
  for (long r = 32 * gy; r < w; r += 4096)
    for (long c = 32 * gx; c < w; c += 4096)
      if (r + ly < w)
        for (long k = lx; k <= LESSER(32, w - c - 1); k += 8)
          depth[(r + ly) * w + (c + k)] += fall[c + k];
}
