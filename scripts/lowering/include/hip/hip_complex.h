#pragma once
#include "hip_runtime.h"
#include "../cuComplex.h"
