//--local_size=[8,8] --num_groups=[4,4]
// median of nine in a private array
// expect: verified
// expect-repair: unchanged

__kernel void median(__global const uchar *in, __global uchar *out) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1, w = 34;
  uchar v[9];
  for (int i = 0; i < 9; ++i)
    v[i] = in[(y + i / 3 - 1) * w + x + i % 3 - 1];
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j)
      if (v[j] < v[i]) {
        uchar a = v[i];
        v[i] = v[j];
        v[j] = a;
      }
  out[y * w + x] = v[4];
}
