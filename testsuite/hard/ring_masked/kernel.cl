//--local_size=256 --num_groups=16
// expect: verified
// stages: verify
// pos = (pos + 32768) & 262143 has no closed form as an affine variable; that pos keeps its
// remainder modulo 4096 is what keeps threads apart.
__kernel void spray(__global int *ring, int size)
{
  __requires(size == 262144);
  int id = get_global_id(0);
  int pos = id;
  for (int round = 0; round < 64; ++round) {
    ring[(pos + 0) & (size - 1)] = id;
    ring[(pos + 4096) & (size - 1)] = id;
    ring[(pos + 8192) & (size - 1)] = id;
    ring[(pos + 12288) & (size - 1)] = id;
    pos = (pos + 32768) & (size - 1);
  }
}
