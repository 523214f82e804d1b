//--blockDim=128 --gridDim=1
// the second half gets what is already overwritten
// expect: confirmed postcondition at line 7
// stages: verify

__global__ void reverse(int *a) {
  __ensures(__forall(i, 0, 256, a[i] == __old_int(a[255 - i])));
  int i = threadIdx.x;
  a[i] = a[255 - i];
  a[255 - i] = a[i];
}
