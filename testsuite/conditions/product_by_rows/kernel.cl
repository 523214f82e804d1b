// sufficient: 1
// stages: verify
// A row of the product for each work-item
__kernel void product_by_rows(const int n, __global const float *a, __global const float *b, __global float *c) {
  int i = get_global_id(0);
  if (i >= n) return;
  for (int j = 0; j < n; ++j) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}
