//--local_size=64 --num_groups=4
// every work-item sorts a row of its own
// expect: verified
// expect-repair: unchanged

__kernel void sortRows(__global int *rows) {
  __global int *row = rows + get_global_id(0) * 16;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j + 1 < 16 - i; ++j)
      if (row[j] > row[j + 1]) {
        int v = row[j];
        row[j] = row[j + 1];
        row[j + 1] = v;
      }
}
