//--blockDim=[16,16] --gridDim=[1,*]
// sufficient: width >= 16
// stages: verify
// Rows of a matrix with a border: 16 columns need rows of 16 elements; that there are 16 for each block is too much.
__global__ void weights_in_rows(float *w, float *change, int width) {
  int row = 16 * blockIdx.y + threadIdx.y + 1, i = (width + 1) * row + threadIdx.x + 1;
  change[i] *= 0.5f;
  w[i] += change[i];
}
