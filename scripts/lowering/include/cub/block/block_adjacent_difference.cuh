#pragma once
#include "block_discontinuity.cuh"
