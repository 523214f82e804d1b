//--local_size=64 --num_groups=1
// the scope of a work-item includes nobody else
// expect: race at line 6

__kernel void count(__local atomic_int *total) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_work_item);
}
