//--blockDim=128 --gridDim=1
// each thread exchanges two elements, which no other touches
// expect: verified

__global__ void reverse(int *a) {
  __ensures(__forall(i, 0, 256, a[i] == __old_int(a[255 - i])));
  int i = threadIdx.x;
  int first = a[i];
  a[i] = a[255 - i];
  a[255 - i] = first;
}
