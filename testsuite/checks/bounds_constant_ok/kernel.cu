//--blockDim=64 --gridDim=1 --check=default,bounds
// as many weights as there are
// expect: verified

__constant__ float weights[5];

__global__ void blur(const float *v, float *out) {
  float sum = 0;
  for (int k = 0; k < 5; ++k)
    sum += weights[k] * v[threadIdx.x + k];
  out[threadIdx.x] = sum;
}
