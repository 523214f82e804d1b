//--local_size=64 --num_groups=4
// rows of 16 that are 15 apart
// expect: race
// expect-repair: unrepairable

__kernel void sortRows(__global int *rows) {
  __global int *row = rows + get_global_id(0) * 15;
  for (int j = 0; j + 1 < 16; ++j)
    if (row[j] > row[j + 1]) {
      int v = row[j];
      row[j] = row[j + 1];
      row[j + 1] = v;
    }
}
