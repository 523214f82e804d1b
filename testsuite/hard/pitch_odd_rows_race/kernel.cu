//--blockDim=[64,4] --gridDim=[5,6]
// expect: race
// stages: verify
// Racy twin of pitch_odd_rows: the pitch is 318, smaller than the 320 columns, so the last two
// columns are the first two of the next row.
__global__ void heat(float *plate, int cols, int rows, int pitch, int each) {
  __requires(cols == 320); __requires(rows == 288); __requires(pitch == 318); __requires(each == 12);
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y0 = blockIdx.y * (each * blockDim.y) + threadIdx.y * each;
  if (x < cols)
    for (int p = 0; p < each; p++) {
      int y = y0 + p;
      if (y < rows)
        plate[y * pitch + x] = (float)x;
    }
}
