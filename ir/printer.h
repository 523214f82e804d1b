// Prints a program as IR text that the front end reads back as an equal program; printing that
// again gives the same bytes. Source locations are printed as inline attributes
// (`{:line}`, `{:col}`, `{:fname}`, `{:dir}`, `{:inlined_at}`), so that no `.loc` file is needed.
#pragma once

#include <iosfwd>
#include <string>

#include "ir/program.h"

namespace barricade {

void print(std::ostream& out, const Program& program);
void print(std::ostream& out, const Program& program, const Procedure& procedure);
std::string toString(const Program& program);
// Bit-vector operators print as the function the program declares for them, as `BV32_ADD` when
// it declares none.
std::string toString(const Program& program, Expr e);
// Without a program: operators by their SMT-LIB names. For dumps of intermediate stages.
std::string toString(Expr e);

}  // namespace barricade
