//--local_size=16 --num_groups=4
// the same in OpenCL
// expect: verified
// expect-equivalence: bounded

void clamp_in_turn(__global short *values, short most) {
  for (int i = 0; i < 64; ++i)
    if (values[i] > most) values[i] = most;
}
__kernel void clamp_all(__global short *values, short most) {
  __equivalent_to(clamp_in_turn);
  if (values[get_global_id(0)] > most) values[get_global_id(0)] = most;
}
