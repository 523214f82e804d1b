//--local_size=[32] --num_groups=[40]
// expect: verified
// stages: verify
// Half of the threads work on rows, half on columns of a block, with triangular inner loops (j < i)
// over __local arrays and running offsets that advance by a pitch fixed by a precondition; user's
// invariants give the offsets as products.
__kernel void border(__global float *m, __local float *pivot, __local float *row, __local float *col, int pitch, int from)
{
  __requires(pitch == 656);
  __requires(from == 0);
  int b = get_group_id(0), t = get_local_id(0), i, j, at;
  if (t < 16) {
    at = from * pitch + from;
    for (i = 0; __invariant(at == pitch * i), i < 16; i++) { pivot[i * 16 + t] = m[at + t]; at += pitch; }
  } else {
    at = (from + (b + 1) * 16) * pitch + from;
    for (i = 0; __invariant(at == pitch * i + (b + 1) * 16 * pitch), i < 16; i++) { col[i * 16 + t - 16] = m[at + t - 16]; at += pitch; }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) {
    for (i = 1; i < 16; i++)
      for (j = 0; j < i; j++) row[i * 16 + t] -= pivot[i * 16 + j] * row[j * 16 + t];
  } else {
    int s = t - 16;
    for (i = 0; i < 16; i++) {
      for (j = 0; j < i; j++) col[s * 16 + i] -= col[s * 16 + j] * pivot[j * 16 + i];
      col[s * 16 + i] /= pivot[i * 16 + i];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) {
    at = (from + 1) * pitch + from;
    for (i = 1; i < 16; i++) { m[at + (b + 1) * 16 + t] = row[i * 16 + t]; at += pitch; }
  } else {
    at = (from + (b + 1) * 16) * pitch + from;
    for (i = 0; i < 16; i++) { m[at + t - 16] = col[i * 16 + t - 16]; at += pitch; }
  }
}
