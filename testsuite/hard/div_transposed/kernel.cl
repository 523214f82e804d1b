//--local_size=176 --num_groups=250
// expect: verified
// stages: verify
// seat = id % m, row = id / m, cell seat*n + row below the guard row < n; m = 137 and n = 320 by
// preconditions: signed division of two unknowns, product with a third, inner loops in between that
// do not matter.
__kernel void usher(__global float *hall, __global const float *price, __constant float *near, int m, int n, int k)
{
  __requires(m == 137);
  __requires(n == 320);
  __requires(k == 9);
  int id = get_global_id(0);
  int seat = id % m, row = id / m;
  float best = 0.0f;
  if (row < n) {
    for (int a = 0; a < k; a++) {
      int y = seat - k / 2 + a;
      if (y >= 0 && y < m)
        for (int b = 0; b < k; b++) {
          int x = row - k / 2 + b;
          if (x >= 0 && x < n && near[a * k + b] != 0) best = fmax(best, price[x * m + y]);
        }
    }
    hall[seat * n + row] = best;
  }
}
