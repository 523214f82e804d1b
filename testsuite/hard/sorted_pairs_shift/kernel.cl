//--local_size=256 --num_groups=16
// expect: verified
// stages: verify
// Compare and exchange at distance 1 << (level - pass), both parameters: division and remainder by
// an unknown power of two, product back; injective for any distance.
__kernel void exchange(__global uint *key, uint level, uint pass)
{
  __requires(level <= 12);
  __requires(pass <= level);
  uint id = get_global_id(0);
  uint apart = 1u << (level - pass);
  uint low = (id % apart) + (id / apart) * 2 * apart;
  uint high = low + apart;
  uint a = key[low], b = key[high];
  bool up = ((id / (1u << level)) % 2) == 0;
  key[low] = up == (a < b) ? a : b;
  key[high] = up == (a < b) ? b : a;
}
