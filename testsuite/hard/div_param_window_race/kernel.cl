//--local_size=128 --num_groups=200
// expect: race
// stages: verify
// Racy twin of div_param_window: the pitch (112) is smaller than the window's width (120), so the
// last 8 of a row are the first 8 of the next.
__kernel void crop(__global float *dst, int wide, int high, int pitch)
{
  __requires(wide == 120);
  __requires(high == 210);
  __requires(pitch == 112);
  int id = get_global_id(0);
  if (id >= wide * high) return;
  int y = id / wide + 7, x = id % wide + 7;
  dst[y * pitch + x] = (float)id;
}
