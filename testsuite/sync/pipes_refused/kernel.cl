//--local_size=64 --num_groups=1
// pipes are not supported
// expect: rejected

__kernel void take(__read_only pipe int p, __global int *out) {
  int v;
  read_pipe(p, &v);
  out[get_global_id(0)] = v;
}
