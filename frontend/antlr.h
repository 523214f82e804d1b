// The ANTLR runtime and the generated lexer and parser. The runtime undefines the macro EOF, which
// Boost's numbers use, so those come first, here and wherever this file is included.
#pragma once

#include "ir/expr.h"  // NOLINT(llvm-include-order)

#include <BarricadeLexer.h>
#include <BarricadeParser.h>
