#pragma once
#include "cutil.h"
#define cufftSafeCall(CALL) CALL
#define cutilCheckError(CALL) CALL
#define cutilCheckMsg(MESSAGE)
#define cutilDeviceInit(...)
#define cutilExit(...)
#define cutilSafeCall(CALL) CALL
#define cutilSafeCallNoSync(CALL) CALL
