//--local_size=[8,4,2] --num_groups=[2,2,2]
// three-dimensional index from all work-item functions
// expect: verified
// expect-repair: unchanged; cost 0 -> 0

__kernel void fill(__global int *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int w = get_global_size(0), h = get_num_groups(1) * get_local_size(1);
  out[(z * h + y) * w + x] = get_work_dim() + get_local_id(2);
}
