//--local_size=256 --num_groups=16
// expect: race
// stages: verify
// Racy twin of sorted_pairs_shift: blocks of pairs start at (id / apart) * apart, without the
// factor two, so that the upper half of one is the lower half of the next.
__kernel void exchange(__global uint *key, uint level, uint pass)
{
  __requires(level <= 12);
  __requires(pass <= level);
  uint id = get_global_id(0);
  uint apart = 1u << (level - pass);
  uint low = (id % apart) + (id / apart) * apart;
  uint high = low + apart;
  uint a = key[low], b = key[high];
  key[low] = a < b ? a : b;
  key[high] = a < b ? b : a;
}
