//--local_size=[8,8] --num_groups=[4,4]
// reading one image and writing another
// expect: verified

__constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;

__kernel void flip(__read_only image2d_t in, __write_only image2d_t out) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 v = read_imagef(in, sampler, p);
  write_imagef(out, p, v.zyxw);
}
