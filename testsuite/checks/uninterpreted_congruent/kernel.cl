//--local_size=64 --num_groups=1
// an uninterpreted function gives equal values for equal arguments
// expect: verified

DECLARE_UF_UNARY(weight, int, int)

__kernel void benign(__global int *v, int x) {
  v[0] = weight(x);
  __assert(weight(x) == weight(x + 0));
}
