//--local_size=64 --num_groups=8 -cl-std=CL1.2
// OpenCL 1 has fences without a scope
// expect: verified

__kernel void add(__global volatile int *lock, __global int *v, __global const int *index) {
  int b = index[get_global_id(0)] & 31;
  int done = 0;
  while (!done) {
    if (atomic_cmpxchg(&lock[b], 0, 1) == 0) {
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      v[2 * b] += 1;
      v[2 * b + 1] = v[2 * b] * 3;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(&lock[b], 0);
      done = 1;
    }
  }
}
