//--local_size=64 --num_groups=4
// the scope of a sub-group is not understood, so it is refused
// expect: rejected

__kernel void count(__global atomic_int *total) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_sub_group);
}
