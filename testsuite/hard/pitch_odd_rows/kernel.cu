//--blockDim=[64,4] --gridDim=[5,6]
// expect: verified
// stages: verify
// Each thread writes 12 rows of a padded image, (12*(4*by+ty)+p)*322 + x with x < 320: the pitch is
// no power of two, the row is bounded by the loop, and pitch and count are parameters fixed by
// preconditions.
__global__ void heat(float *plate, float *flux, int cols, int rows, int pitch, int each) {
  __requires(cols == 320); __requires(rows == 288); __requires(pitch == 322); __requires(each == 12);
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y0 = blockIdx.y * (each * blockDim.y) + threadIdx.y * each;
  if (x < cols)
    for (int p = 0; p < each; p++) {
      int y = y0 + p;
      if (y < rows) {
        plate[y * pitch + x] = (float)p;
        flux[y * pitch + x] = 0.5f;
      }
    }
}
