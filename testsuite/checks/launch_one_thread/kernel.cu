//--blockDim=1 --gridDim=1
// a single thread races with nobody
// expect: verified

__global__ void lonely(int *v) {
  v[0] = 1;
  v[1] = v[0];
}
