// Owners of isl's objects, and numbers between isl and us. An isl function takes (`release`) or
// borrows (`get`) what it is given, as its `__isl_take` and `__isl_keep` say.
//
// A context counts operations and refuses more than it is allowed; what is refused gives null,
// and so does everything that is made of it.
#pragma once

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/lp.h>
#include <isl/mat.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <memory>
#include <vector>

#include "ir/expr.h"

namespace barricade::isl {

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};

using Context = std::unique_ptr<isl_ctx, Freed<isl_ctx_free>>;
using Value = std::unique_ptr<isl_val, Freed<isl_val_free>>;
using Affine = std::unique_ptr<isl_aff, Freed<isl_aff_free>>;
using Matrix = std::unique_ptr<isl_mat, Freed<isl_mat_free>>;
using BasicSet = std::unique_ptr<isl_basic_set, Freed<isl_basic_set_free>>;
using BasicSetList = std::unique_ptr<isl_basic_set_list, Freed<isl_basic_set_list_free>>;
using Set = std::unique_ptr<isl_set, Freed<isl_set_free>>;
using Constraint = std::unique_ptr<isl_constraint, Freed<isl_constraint_free>>;
using ConstraintList = std::unique_ptr<isl_constraint_list, Freed<isl_constraint_list_free>>;
using Point = std::unique_ptr<isl_point, Freed<isl_point_free>>;

inline Context makeContext() {
  Context context(isl_ctx_alloc());
  isl_options_set_on_error(context.get(), ISL_ON_ERROR_CONTINUE);
  return context;
}

inline Value toValue(isl_ctx* context, const BigInt& number) {
  if (number >= -1000000 && number <= 1000000)
    return Value(isl_val_int_from_si(context, static_cast<long>(number)));
  std::vector<std::uint64_t> chunks;
  boost::multiprecision::export_bits(BigInt(abs(number)), std::back_inserter(chunks), 64, false);
  Value value(isl_val_int_from_chunks(context, chunks.size(), sizeof(chunks[0]), chunks.data()));
  return number < 0 ? Value(isl_val_neg(value.release())) : std::move(value);
}

inline BigInt toNumber(isl_val* value) {
  std::vector<std::uint64_t> chunks(isl_val_n_abs_num_chunks(value, sizeof(std::uint64_t)));
  isl_val_get_abs_num_chunks(value, sizeof(chunks[0]), chunks.data());
  BigInt number;
  boost::multiprecision::import_bits(number, chunks.begin(), chunks.end(), 64, false);
  return isl_val_is_neg(value) == isl_bool_true ? BigInt(-number) : number;
}

}  // namespace barricade::isl
