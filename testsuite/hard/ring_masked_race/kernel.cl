//--local_size=256 --num_groups=12
// expect: race
// stages: verify
// Racy twin of ring_masked: 3072 threads and steps of 3072 round a ring of 262144 cells, which is
// no multiple of 3072: after a turn a thread comes to another's cell (1024 apart), across groups
// and far apart in iterations.
__kernel void spray(__global int *ring, int size)
{
  __requires(size == 262144);
  int id = get_global_id(0);
  int pos = id;
  for (int round = 0; round < 64; ++round) {
    ring[(pos + 0) & (size - 1)] = id;
    ring[(pos + 3072) & (size - 1)] = id;
    pos = (pos + 6144) & (size - 1);
  }
}
