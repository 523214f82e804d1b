// An error that has been reported, and the others that are reported with it.
#pragma once

#include <optional>

#include "encoding/problem.h"
#include "finding/result.h"

namespace barricade {

struct ReportedError {
  FindingKind kind;
  std::size_t array;
  const Statement* statement;
  LocationId location;
  std::optional<Mode> only{};  // of what is kept: errors of other modes are others

  bool covers(const ErrorCondition& error) const {
    return kind == error.kind && (kind != FindingKind::Race || array == error.array) &&
           (statement == error.statement ||
            (error.location != noLocation && location == error.location));
  }
};

}  // namespace barricade
