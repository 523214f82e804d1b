//--local_size=64 --num_groups=1
// time steps between two local buffers whose pointers are swapped
// expect: verified
// expect-repair: unchanged; cost 11 -> 11

__kernel void heat(__global float *v, int steps, __local float *a, __local float *b) {
  int i = get_local_id(0);
  a[i] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < steps; ++k) {
    int left = i > 0 ? i - 1 : 63, right = i < 63 ? i + 1 : 0;
    b[i] = (a[left] + a[right]) / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float *c = a;
    a = b;
    b = c;
  }
  v[i] = a[i];
}
