#pragma once
#include "device_vector.h"
