// A limit of isl's work for what happens while it exists. Beyond, isl returns nothing, and what is
// made of that is without meaning.
#pragma once

#include "solver/index/isl.h"

namespace barricade {

class OperationLimit {
 public:
  OperationLimit(isl_ctx* context, unsigned long operations) : context_(context) {
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
  isl_ctx* context_;
};

}  // namespace barricade
