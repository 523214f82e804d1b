//--local_size=[32,8] --num_groups=[20,20]
// expect: verified
// stages: verify
// Triangular domain: the column loop starts at a tile that a rounded-up signed 64-bit division
// picks, the innermost one at a maximum with a division rounded down; row pitch by precondition,
// tiles of 32 visited 4096 apart.
#define DOWN(a, b) ((a) / (b) - ((a) % (b) < 0 ? 1 : 0))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
__kernel void clear_above(__global double *link, int cities)
{
  __requires(cities == 640);
  long tile_r = 32 * get_group_id(0), tile_c = 32 * get_group_id(1);
  long lr = get_local_id(0), lc = get_local_id(1);
  for (long r = tile_r; r < cities - 1; r += 4096)
    for (long c = tile_c + 4096 * ((r - tile_c + 4063) / 4096); c < cities; c += 4096) {
      long first = LARGER(lc, lc + 8 * DOWN(lr - lc + r - c, 8) + 8);
      long last = cities - c < 32 ? cities - c - 1 : 31;
      for (long k = first; k <= last; k += 8)
        link[(lr + r) * cities + c + k] = 1.0;
    }
}
