//--local_size=[32,8] --num_groups=[24,24]
// expect: verified
// stages: verify
// 64-bit ids; row = 32*gy + ly + 4096*i and col = 32*gx + k with k from lx in steps of 8, cell
// row*768+col: injective only by range arguments over two jumps and a min() bound.
#define LESSER(a, b) ((b) > (a) ? (a) : (b))
__kernel void rain(__global float *depth, __global const float *fall)
{
  long gx = get_group_id(1), gy = get_group_id(0);
  long ly = get_local_id(0), lx = get_local_id(1);
  for (long r = 32 * gy; r < 768; r += 4096)
    for (long c = 32 * gx; c < 768; c += 4096)
      if (r + ly < 768)
        for (long k = lx; k <= LESSER(31, 767 - c); k += 8)
          depth[(r + ly) * 768 + (c + k)] += fall[c + k];
}
