//--local_size=128 --num_groups=200
// expect: verified
// stages: verify
// id / wide and id % wide with wide fixed by a precondition only (signed division of two unknowns),
// then re-packed with the larger pitch 144: injective since id % 120 < 144.
__kernel void crop(__global float *dst, int wide, int high, int pitch)
{
  __requires(wide == 120);
  __requires(high == 210);
  __requires(pitch == 144);
  int id = get_global_id(0);
  if (id >= wide * high) return;
  int y = id / wide + 7, x = id % wide + 7;
  dst[y * pitch + x] = 1.0f;
}
