// Typed facts beside the declarations: arrays, launch constants, roles.
#include "frontend/reading_test.h"

namespace barricade::test {
namespace {

TEST(Facts, ArrayFromItsAxiom) {
  const auto program = programOf(
      "var {:source_name \"p\"} {:global} $$arg.p : [bv32]bv32;\n"
      "axiom {:array_info \"$$arg.p\"} {:global} {:elem_width 32} {:source_name \"p\"} "
      "{:source_elem_width 128} {:source_dimensions \"*,16\"} true;\n"
      "var {:race_checking} {:global} _WRITE_HAS_OCCURRED_$$arg.p : bool;\n"
      "const $arrayId$$arg.p : bv2;\nconst $arrayId$$null$ : bv2;\nconst $functionId$$f : bv2;\n");
  ASSERT_EQ(program->arrays().size(), 1u);
  const Array& array = *program->arrays().front();
  EXPECT_EQ(array.variable, &globalOf(*program, "$$arg.p"));
  EXPECT_EQ(array.variable->role, VariableRole::Array);
  EXPECT_EQ(array.space, AddressSpace::Global);
  EXPECT_EQ(array.elementWidth, 32u);
  EXPECT_EQ(array.sourceElementWidth, 128u);
  EXPECT_EQ(array.sourceName, "p");
  ASSERT_EQ(array.sourceDimensions.size(), 2u);
  EXPECT_EQ(array.sourceDimensions[0], std::nullopt);
  EXPECT_EQ(array.sourceDimensions[1], BigInt(16));
  const Variable& written = globalOf(*program, "_WRITE_HAS_OCCURRED_$$arg.p");
  EXPECT_EQ(written.role, VariableRole::HasOccurred);
  EXPECT_EQ(written.access, AccessKind::Write);
  EXPECT_EQ(written.subject, array.variable);
  EXPECT_EQ(globalOf(*program, "$functionId$$f").role, VariableRole::FunctionId);
  EXPECT_EQ(globalOf(*program, "$arrayId$$null$").role, VariableRole::ArrayId);
  EXPECT_EQ(globalOf(*program, "$arrayId$$null$").subject, nullptr);
}

TEST(Facts, HandWrittenArraysNeedNoAxiom) {
  const auto program = programOf(
      "var {:group_shared} {:source_dimensions \"64\"} tile: [bv32]bv8;\n"
      "var {:global} out: [bv32]bv32;\nvar private: [bv32]bv16;\nvar flag: bool;\n"
      "var {:atomic_usedmap} {:atomic_global} _USED_out: [bv32][bv32]bool;\n");
  const auto arrays = program->arrays();
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays[0]->space, AddressSpace::GroupShared);
  EXPECT_EQ(arrays[0]->elementWidth, 8u);
  EXPECT_EQ(arrays[0]->sourceDimensions, (std::vector<std::optional<BigInt>>{BigInt(64)}));
  EXPECT_EQ(arrays[1]->sourceName, "out");
  EXPECT_EQ(arrays[1]->sourceDimensions, (std::vector<std::optional<BigInt>>{std::nullopt}));
  EXPECT_EQ(arrays[2]->space, AddressSpace::Private);
  EXPECT_EQ(globalOf(*program, "_USED_out").role, VariableRole::UsedMap);
}

TEST(Facts, LaunchAndOtherConstants) {
  const auto program = programOf(
      "const {:local_id_y} local_id_y: bv32; const num_groups_z: bv32;\n"
      "const {:__enabled} __enabled: bool; const {:existential true} _c3: bool;\n"
      "const _WATCHED_OFFSET: bv32; const local_id_w: bv32; var work_dim: bv32;\n");
  EXPECT_EQ(program->launchConstant({LaunchConstant::Kind::LocalId, 1}),
            &globalOf(*program, "local_id_y"));
  EXPECT_EQ(program->launchConstant({LaunchConstant::Kind::NumGroups, 2}),
            &globalOf(*program, "num_groups_z"));
  EXPECT_EQ(program->launchConstant({LaunchConstant::Kind::WorkDim, 0}), nullptr);
  EXPECT_EQ(globalOf(*program, "__enabled").role, VariableRole::Enabled);
  EXPECT_EQ(globalOf(*program, "_c3").role, VariableRole::Candidate);
  EXPECT_EQ(globalOf(*program, "_WATCHED_OFFSET").role, VariableRole::WatchedOffset);
  EXPECT_EQ(globalOf(*program, "local_id_w").role, VariableRole::Plain);
}

// `original` and `watchdog-multiple` instrumentation.
TEST(Facts, RaceInstrumentationVariants) {
  const auto program = programOf(
      "var {:global} $$A: [bv64]bv8; var {:race_checking} {:global} _ATOMIC_OFFSET_$$A: bv64;\n"
      "const {:race_checking} {:global} _WATCHED_OFFSET_$$A: bv64;\n");
  const Variable& offset = globalOf(*program, "_ATOMIC_OFFSET_$$A");
  EXPECT_EQ(offset.role, VariableRole::AccessOffset);
  EXPECT_EQ(offset.access, AccessKind::Atomic);
  const Variable& watched = globalOf(*program, "_WATCHED_OFFSET_$$A");
  EXPECT_EQ(watched.role, VariableRole::WatchedOffset);
  EXPECT_EQ(watched.subject, &globalOf(*program, "$$A"));
}

TEST(Facts, RolesOfProcedures) {
  const auto program = programOf(
      "procedure {:source_name \"f\"} {:kernel} $_Z1fv() {}\nprocedure $g();\n"
      "procedure {:grid_barrier} $b($0: bv1, $1: bv1);\nprocedure {:wait_group_events} W(h: "
      "bv32);\n"
      "procedure {:async_work_group_copy} C();\nprocedure {:binary_barrier_invariant} I(e: bv1);\n"
      "procedure _ATOMIC_OP32();\nprocedure _ATOMIC_OPx();\n");
  using Role = Procedure::Role;
  const auto role = [&](const char* name) { return procedureOf(*program, name).role; };
  EXPECT_EQ(role("$_Z1fv"), Role::Kernel);
  EXPECT_EQ(procedureOf(*program, "$_Z1fv").sourceName, "f");
  EXPECT_EQ(procedureOf(*program, "$g").sourceName, "g");
  EXPECT_EQ(program->gridBarrier(), &procedureOf(*program, "$b"));
  EXPECT_EQ(program->barrier(), nullptr);
  EXPECT_EQ(role("W"), Role::WaitEvents);
  EXPECT_EQ(role("C"), Role::AsyncCopy);
  EXPECT_EQ(role("I"), Role::BinaryBarrierInvariant);
  EXPECT_EQ(role("_ATOMIC_OP32"), Role::AtomicOp);
  EXPECT_EQ(role("_ATOMIC_OPx"), Role::Ordinary);
}

TEST(Facts, PointerWidthAndMathInt) {
  EXPECT_EQ(programOf("type _SIZE_T_TYPE = bv64;")->pointerWidth, 64u);
  EXPECT_EQ(programOf("type _SIZE_T_TYPE = bv32;")->pointerWidth, 32u);
  EXPECT_FALSE(programOf("const local_id_x: bv32;")->mathInt);
  EXPECT_TRUE(programOf("const local_id_x: int;")->mathInt);
}

}  // namespace
}  // namespace barricade::test
