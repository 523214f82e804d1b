//--local_size=64 --num_groups=1
// words and bytes of a union: the bytes belong to a neighbour's word
// expect: race

typedef union {
  uint word;
  uchar byte[4];
} Cell;

__kernel void views(__global Cell *cell) {
  int i = get_global_id(0);
  cell[i].word = i * 77;
  cell[(i + 1) & 63].byte[i & 3] = 1;
}
