//--local_size=[8,8] --num_groups=[4,4]
// two work-items write one pixel
// expect: race at line 7

__kernel void shrink(__write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagef(out, (int2)(x / 2, y), (float4)(x, y, 0, 1));
}
