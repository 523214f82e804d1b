#include "testsuite/fuzz/generate.h"

#include "testsuite/fuzz/generator.h"
#include "testsuite/fuzz/terms.h"

namespace barricade::fuzz {

Kernel Generator::generate() {
  chooseLaunch();
  chooseStyle();
  if (r_.percent(15))
    for (unsigned i = r_.between(1, 2); i > 0; --i) addProcedure();
  if (r_.percent(3)) kernel_.partitions = false;
  budget_ = r_.between(3, 9);
  loopsLeft_ = std::stoul(r_.of({"0", "1", "1", "1", "1", "2", "2", "3"}));
  Scope scope;
  if (small_) {
    budget_ = r_.between(2, 7);
    loopsLeft_ = r_.percent(10) ? 1 : 0;
    kernel_.body = body(scope, r_.between(2, 6));
  } else if (r_.percent(60)) {
    budget_ = 2;
    loopsLeft_ = r_.percent(20) ? 1 : 0;
    kernel_.body = shape(scope);
    append(kernel_.body, body(scope, r_.below(3)));
  } else {
    kernel_.body = body(scope, r_.between(2, 6));
  }
  for (unsigned i = r_.below(3); i > 0; --i) mutate(kernel_, r_);
  return std::move(kernel_);
}

// Later procedures may call earlier ones. Without a body there is only the contract.
void Generator::addProcedure() {
  KernelProcedure procedure;
  inProcedure_ = true;
  if (r_.percent(20)) procedure.precondition = ult("$b", number(r_.between(2, 9)));
  if (r_.percent(25)) {
    procedure.hasBody = false;
    switch (r_.below(4)) {
      case 0: procedure.guarantees = ult("r", number(r_.between(1, 4))); break;
      case 1: procedure.guarantees = "r == " + add("$a", number(r_.below(3))); break;
      case 2: procedure.guarantees = "r == " + urem("$a", number(size_)); break;
      default: break;
    }
  } else {
    Scope scope;
    budget_ = 4;
    procedure.body = body(scope, r_.between(1, 3));
    procedure.body.push_back(assign("r", value(scope)));
    procedure.setsLocals = !r_.percent(15);
  }
  inProcedure_ = false;
  kernel_.procedures.push_back(std::move(procedure));
}

// Reads a variable before it sets it, and decides by that in some calls.
void Generator::addForgetfulProcedure() {
  KernelProcedure procedure;
  procedure.setsLocals = false;
  inProcedure_ = true;
  Scope scope;
  const std::string array = r_.of(arrays_), bit = r_.of({"1bv32", "3bv32"});
  Body decides = {branch(band("x0", bit) + " == " + number(r_.below(2)),
                         {write(array, r_.percent(60) ? number(0) : index(scope, array), tid_)})};
  if (r_.percent(85)) decides = {branch(ugt("$b", number(r_.below(2))), std::move(decides))};
  procedure.body = std::move(decides);
  append(procedure.body, body(scope, r_.below(2)));
  procedure.body.push_back(assign("x0", r_.percent(50) ? number(r_.below(3)) : value(scope)));
  if (r_.percent(60)) procedure.body.push_back(assign("r", r_.percent(50) ? "x0" : value(scope)));
  inProcedure_ = false;
  kernel_.procedures.push_back(std::move(procedure));
}

void Generator::chooseLaunch() {
  size_ = std::stoul(r_.of({"2", "4", "4", "4", "8", "3", "5"}));
  groups_ = std::stoul(r_.of({"1", "1", "2", "2", "3"}));
  kernel_.groupSize = {std::to_string(size_)};
  kernel_.numGroups = {std::to_string(groups_)};
  if (r_.percent(8)) kernel_.groupSize = {"2", "2"}, size_ = 4;
  if (r_.percent(4)) kernel_.groupSize = {""};
  if (r_.percent(4)) kernel_.numGroups = {""}, groups_ = 2;
  kernel_.gridBarriers = groups_ > 1 && r_.percent(50);
  kernel_.locations = !r_.percent(10);
  kernel_.wideOffsets = r_.percent(15);
  if (r_.percent(30)) kernel_.preconditions.push_back(ult("$n", number(r_.between(2, 9))));
  if (r_.percent(10)) kernel_.preconditions.push_back(ult("0bv32", "$n"));
  if (r_.percent(10)) kernel_.preconditions.push_back("$n == " + number(size_));
  if (r_.percent(10)) kernel_.preconditions.push_back(ult("$m", "$n"));
  tid_ =
      kernel_.groupSize.size() == 2 ? add(mul("local_id_y", "2bv32"), "local_id_x") : "local_id_x";
}

void Generator::chooseStyle() {
  style_.barrierRate = std::stoul(r_.of({"0", "10", "20", "30", "40"}));
  style_.ownSlot = std::stoul(r_.of({"20", "50", "70", "85", "95"}));
  style_.wildBarriers = std::stoul(r_.of({"0", "5", "40"}));
  style_.loops = std::stoul(r_.of({"5", "15", "30"}));
  style_.branches = std::stoul(r_.of({"5", "15", "30"}));
  style_.atomics = std::stoul(r_.of({"0", "0", "5", "15"}));
  style_.rare = std::stoul(r_.of({"0", "0", "2", "6"}));
  style_.barrierAfterWrite = std::stoul(r_.of({"0", "40", "80"}));
  style_.copies = std::stoul(r_.of({"0", "0", "0", "0", "0", "0", "0", "0", "0", "30"}));
  style_.narrow = std::stoul(r_.of({"0", "0", "10", "50"}));
  style_.arithmetic = std::stoul(r_.of({"0", "0", "10", "40"}));
  style_.wide = std::stoul(r_.of({"0", "0", "10", "40"}));
  style_.unevenFences = r_.percent(8) ? 50 : 0;
  style_.data = r_.percent(60);
  arrays_ = {"s"};
  if (r_.percent(60)) arrays_.emplace_back("a");
  if (r_.percent(25)) arrays_.emplace_back("q");
  if (r_.percent(20)) arrays_.emplace_back("b");
  if (r_.percent(10)) arrays_.emplace_back("e");
  if (r_.percent(8)) arrays_.emplace_back("h");
}

Kernel generate(Random& random, bool small) {
  return Generator(random, small).generate();
}

}  // namespace barricade::fuzz
