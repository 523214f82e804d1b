#include "encoding/warp_access_encoder.h"

namespace barricade {
namespace {

// Rows of more are taken for one row of any number.
constexpr unsigned mostRows = 64;

bool isOneByOne(Expr rows) {
  return rows->isLiteral() && rows->value() >= 0 && rows->value() <= mostRows;
}

}  // namespace

void WarpAccessEncoder::execute(const Call& call, Expr together, const Step& step) {
  Terms& terms = run_.terms;
  const Synchronization& what = *call.callee->synchronization;
  auto argument = [&](SyncParameter parameter) {
    return evaluator_.evaluate(call.args[*what.position(parameter)], step.path);
  };
  const Matrix matrix{argument(SyncParameter::Offset), argument(SyncParameter::Rows),
                      argument(SyncParameter::Columns), argument(SyncParameter::Stride)};
  const Variable* array = call.args[*what.position(SyncParameter::Array)]->variable();
  const bool writes = what.primitive == SyncPrimitive::WarpWrite;

  Access access;
  access.kind = writes ? AccessKind::Write : AccessKind::Read;
  access.array = run_.kernel.arrayIndex(array);
  access.together = together;
  PerThread named{};
  for (unsigned t = 0; t < run_.threads(); ++t) named[t] = covers(matrix, t);
  const bool eachItsOwn = !isOneByOne(matrix.rows[0]) || matrix.rows[0]->value() <= 1;
  for (unsigned t = 0; t < run_.threads(); ++t) {
    access.touches[t] = named[t];
    if (run_.threads() == 2)
      access.touches[t] = terms.lor(named[t], terms.land(together, named[1 - t]));
    if (eachItsOwn && run_.threads() == 2 && ordersSingleLanes())
      access.touches[t] =
          terms.lor(access.touches[t], terms.fresh("namedByAnotherLane", boolType()));
  }
  if (!eachItsOwn) checkAlike(call, matrix, together, step);
  checkBounds(access.array, matrix, step);
  monitor_.access(access, step);
  if (writes) assignments_.havoc(array, step.path);
}

// Whether the matrix contains the watched element.
Expr WarpAccessEncoder::covers(const Matrix& matrix, unsigned thread) {
  Terms& terms = run_.terms;
  const Expr rows = matrix.rows[thread];
  if (!isOneByOne(rows)) {
    const Expr row = terms.fresh("row", rows->type());
    return terms.land(terms.less(row, rows, false), coversRow(matrix, thread, row));
  }
  const bool isProduct = rows->type()->isBitVector() && !matrix.stride[thread]->isLiteral();
  if (isProduct && rows->value() > 1) return coversRow(matrix, thread, anyRowBelow(rows));
  Expr covered = terms.no();
  for (unsigned row = 0; row < rows->value(); ++row)
    covered = terms.lor(covered, coversRow(matrix, thread, terms.number(row, rows->type())));
  return covered;
}

// One number in place of as many products as there are rows, which are dear.
Expr WarpAccessEncoder::anyRowBelow(Expr rows) {
  Terms& terms = run_.terms;
  const BigInt most = rows->value() - 1;
  const Expr row = terms.fresh("row", bitVectorType(boost::multiprecision::msb(most) + 1));
  terms.limit(row, most);
  run_.assume(terms.lessEqual(row, terms.number(most, row->type()), false));
  return terms.zeroExtend(row, rows->type()->width());
}

Expr WarpAccessEncoder::coversRow(const Matrix& matrix, unsigned thread, Expr row) {
  Terms& terms = run_.terms;
  const Expr first = terms.add(matrix.offset[thread], terms.mul(row, matrix.stride[thread]));
  const Expr distance = terms.sub(run_.watchedOffset(first->type()), first);
  if (matrix.columns[thread]->type()->isInt())
    return terms.land(terms.lessEqual(terms.number(0, distance->type()), distance, true),
                      terms.less(distance, matrix.columns[thread], true));
  return terms.less(distance, matrix.columns[thread], false);
}

void WarpAccessEncoder::checkAlike(const Call& call, const Matrix& matrix, Expr together,
                                   const Step& step) {
  if (!run_.isChecks() || !step.pass.check || run_.threads() == 1) return;
  Terms& terms = run_.terms;
  Expr alike = terms.yes();
  for (const PerThread* part : {&matrix.offset, &matrix.rows, &matrix.columns, &matrix.stride})
    alike = terms.land(alike, terms.equal((*part)[0], (*part)[1]));
  run_.report(
      {.kind = FindingKind::Synchronization,
       .condition = terms.land(together, terms.lnot(alike)),
       .statement = &step.statement,
       .message = "the lanes name different matrices for '" + call.callee->sourceName + "'"});
}

void WarpAccessEncoder::checkBounds(std::size_t array, const Matrix& matrix, const Step& step) {
  const bool checked = run_.subject.options.checks.bounds == CheckDepth::Full;
  if (!checked || !run_.isChecks() || !step.pass.check) return;
  Terms& terms = run_.terms;
  if (!isOneByOne(matrix.rows[0]) || matrix.rows[0]->value() == 0) return;
  const Expr last = terms.mul(terms.number(matrix.rows[0]->value() - 1, matrix.rows[0]->type()),
                              matrix.stride[0]);
  monitor_.checkBounds(array, matrix.offset[0], terms.add(last, matrix.columns[0]), step.statement,
                       run_.running(step.path)[0]);
}

// Whether anything may order a lane of a warp with others and leave its neighbours out.
bool WarpAccessEncoder::ordersSingleLanes() const {
  if (run_.options.order) return true;
  const Participation participation(run_);
  for (const auto& block : run_.kernel.procedure().blocks)
    for (const Statement& statement : block->statements) {
      const Call* call = statement.as<Call>();
      if (!call || !call->callee->synchronization) continue;
      const Synchronization& what = *call->callee->synchronization;
      if (what.primitive == SyncPrimitive::TileBarrier ||
          what.position(SyncParameter::Object) != std::nullopt ||
          (what.primitive == SyncPrimitive::WarpBarrier &&
           !participation.namesAll(call->args[*what.position(SyncParameter::Mask)])))
        return true;
    }
  return false;
}

}  // namespace barricade
