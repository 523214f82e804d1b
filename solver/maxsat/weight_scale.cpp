// Exact scaling of weights to integers. A finite double is written as mantissa * base^exponent,
// once in base ten by the shortest decimal that reads back (what the user typed) and once in base
// two (what the machine holds); the first base in which all weights share a unit that fits 62 bits
// is taken.
#include "solver/maxsat/weight_scale.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "solver/maxsat/weighted_cnf.h"

namespace barricade::sat {

namespace {

struct Scientific {
  std::int64_t mantissa = 0;  // not divisible by the base, unless zero
  int exponent = 0;
};

Scientific normalise(Scientific value, int base) {
  if (value.mantissa == 0) return {};
  while (value.mantissa % base == 0) {
    value.mantissa /= base;
    ++value.exponent;
  }
  return value;
}

Scientific toDecimal(double weight) {
  char buffer[64] = {};  // zeros: to_chars does not terminate what it writes
  auto end =
      std::to_chars(buffer, buffer + sizeof buffer, weight, std::chars_format::scientific).ptr;
  std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  std::size_t mark = text.find('e');
  Scientific result;
  for (std::size_t i = 0; i < mark; ++i) {
    if (text[i] == '.') continue;
    result.mantissa = result.mantissa * 10 + (text[i] - '0');
    if (i > 1) --result.exponent;
  }
  result.exponent += std::atoi(buffer + mark + 1);
  return normalise(result, 10);
}

Scientific toBinary(double weight) {
  int exponent = 0;
  double fraction = std::frexp(weight, &exponent);
  return normalise({static_cast<std::int64_t>(std::ldexp(fraction, 53)), exponent - 53}, 2);
}

std::optional<ScaledWeights> scaleExactly(std::span<const double> weights, int base,
                                          Scientific (*toScientific)(double)) {
  int unit = 0;
  for (double weight : weights) unit = std::min(unit, toScientific(weight).exponent);
  ScaledWeights result;
  result.unitsPerOne = std::pow(static_cast<double>(base), -unit);
  std::int64_t sum = 0;
  for (double weight : weights) {
    Scientific value = toScientific(weight);
    std::int64_t units = value.mantissa;
    for (int e = value.exponent; units != 0 && e > unit; --e) {
      if (units > maximumPrimarySum / base) return std::nullopt;
      units *= base;
    }
    if (units > maximumPrimarySum - sum) return std::nullopt;
    sum += units;
    result.units.push_back(units);
  }
  return result;
}

ScaledWeights scaleByRounding(std::span<const double> weights) {
  double largest = *std::max_element(weights.begin(), weights.end());
  int exponent = 0;
  std::frexp(largest, &exponent);
  int bits = 60 - static_cast<int>(std::ceil(std::log2(static_cast<double>(weights.size()))));
  ScaledWeights result;
  result.exact = false;
  result.unitsPerOne = std::ldexp(1.0, bits - exponent);
  for (double weight : weights) {
    // Scaled in one step: unitsPerOne itself may lie outside the range of a double.
    auto units = static_cast<std::int64_t>(std::llround(std::ldexp(weight, bits - exponent)));
    result.units.push_back(weight > 0 ? std::max<std::int64_t>(units, 1) : 0);
  }
  return result;
}

}  // namespace

ScaledWeights scaleWeights(std::span<const double> weights) {
  for (double weight : weights) {
    if (!std::isfinite(weight) || weight < 0) {
      throw std::invalid_argument("weights must be finite and not negative");
    }
  }
  if (auto decimal = scaleExactly(weights, 10, toDecimal)) return *decimal;
  if (auto binary = scaleExactly(weights, 2, toBinary)) return *binary;
  return scaleByRounding(weights);
}

}  // namespace barricade::sat
