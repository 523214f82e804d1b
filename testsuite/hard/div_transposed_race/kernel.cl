//--local_size=128 --num_groups=251
// expect: race
// stages: verify
// Racy twin of div_transposed: the guard admits row 300 (id 32100 to 32127, seats 0 to 27), whose
// cells are those of the next seat's row 0.
__kernel void usher(__global float *hall, __global const float *price)
{
  int id = get_global_id(0);
  int seat = id % 107, row = id / 107;
  if (row <= 300)
    hall[seat * 300 + row] = price[seat] + row;
}
