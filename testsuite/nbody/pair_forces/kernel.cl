//--local_size=64 --num_groups=4
// Newton's third law: the force on the partner is stored as well
// expect: race
// expect-repair: unrepairable

__kernel void forces(__global const float *x, __global float *f, __global const int *partner) {
  int i = get_global_id(0), j = partner[i];
  float d = x[j] - x[i];
  f[i] = d;
  f[j] = -d;
}
