// A limit of isl's work, by count and by time, for what happens while it exists. Beyond, isl
// returns nothing, and what is made of that is without meaning.
#pragma once

#include "solver/index/abort_timer.h"

namespace barricade {

class OperationLimit {
 public:
  OperationLimit(isl_ctx* context, unsigned long operations)
      : context_(context), timer_(context, seconds) {
    isl_ctx_set_max_operations(context_, operations);
    isl_ctx_reset_operations(context_);
  }
  ~OperationLimit() {
    isl_ctx_reset_error(context_);
    isl_ctx_set_max_operations(context_, 0);
  }
  OperationLimit(const OperationLimit&) = delete;
  OperationLimit& operator=(const OperationLimit&) = delete;

  bool isExceeded() const { return isl_ctx_last_error(context_) != isl_error_none; }

 private:
  static constexpr double seconds = 3;  // of the processor; operations mostly take much less

  isl_ctx* context_;
  AbortTimer timer_;
};

}  // namespace barricade
