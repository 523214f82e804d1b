// Spells expressions of the IR over 32-bit words, and what leads from and to narrower ones.
#pragma once

#include <cstdint>
#include <string>

namespace barricade::fuzz {

inline std::string number(std::uint64_t value) {
  return std::to_string(value) + "bv32";
}
inline std::string apply(const char* op, const std::string& a, const std::string& b) {
  return std::string("BV32_") + op + "(" + a + ", " + b + ")";
}
inline std::string add(const std::string& a, const std::string& b) {
  return apply("ADD", a, b);
}
inline std::string sub(const std::string& a, const std::string& b) {
  return apply("SUB", a, b);
}
inline std::string mul(const std::string& a, const std::string& b) {
  return apply("MUL", a, b);
}
inline std::string urem(const std::string& a, const std::string& b) {
  return apply("UREM", a, b);
}
inline std::string band(const std::string& a, const std::string& b) {
  return apply("AND", a, b);
}
inline std::string bxor(const std::string& a, const std::string& b) {
  return apply("XOR", a, b);
}
inline std::string bor(const std::string& a, const std::string& b) {
  return apply("OR", a, b);
}
inline std::string udiv(const std::string& a, const std::string& b) {
  return apply("UDIV", a, b);
}
inline std::string lshr(const std::string& a, const std::string& b) {
  return apply("LSHR", a, b);
}
inline std::string shl(const std::string& a, const std::string& b) {
  return apply("SHL", a, b);
}
inline std::string setBits(const std::string& a) {
  return "BV32_CTPOP(" + a + ")";
}
inline std::string ult(const std::string& a, const std::string& b) {
  return apply("ULT", a, b);
}
inline std::string ugt(const std::string& a, const std::string& b) {
  return apply("UGT", a, b);
}

// Arithmetic of `width` bits, which wraps around, on the low bits of words.
inline std::string narrow(unsigned width, const std::string& word) {
  return "BV32_TRUNC" + std::to_string(width) + "(" + word + ")";
}
inline std::string widen(unsigned width, const std::string& value) {
  return "BV" + std::to_string(width) + "_ZEXT32(" + value + ")";
}
inline std::string narrowApply(unsigned width, const char* op, const std::string& a,
                               const std::string& b) {
  return "BV" + std::to_string(width) + "_" + op + "(" + a + ", " + b + ")";
}

// Of 64 bits.
inline std::string wide(const std::string& word) {
  return "BV32_ZEXT64(" + word + ")";
}
inline std::string wideNumber(std::uint64_t value) {
  return std::to_string(value) + "bv64";
}
inline std::string lowWord(const std::string& value) {
  return "BV64_TRUNC32(" + value + ")";
}

}  // namespace barricade::fuzz
