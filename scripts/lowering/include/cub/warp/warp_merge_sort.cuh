#pragma once
#include "../block/block_merge_sort.cuh"
