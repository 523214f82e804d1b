// Locks by ticket that are taken again and again.
#include "verifier/locks_by_ticket.h"

#include <gtest/gtest.h>

#include "verifier/test_kernel.h"

namespace barricade {
namespace {

using namespace test;

// An operation on an element of $$h; what it gives is `result`.
std::string ofTicket(const std::string& function, const std::string& result,
                     const std::string& offset, const std::string& operand) {
  return "call {:atomic} {:atomic_function \"__atomic" + function + "_int\"} " +
         (operand.empty() ? "" : "{:arg1 " + operand + "} ") + "{:parts 1} {:part 1} " + result +
         ", $$h := _ATOMIC_OP32($$h, " + offset + "); ";
}

// The parts of a round, the tickets being drawn from $$h[0] and waited for at $$h[1].
struct TicketRound {
  std::string draw = ofTicket("Add", "x", "0bv32", "1bv32");
  std::string wait = until("y == x");
  std::string acquire = "call $fence(); ";
  std::string section = "y := $$g[0bv32]; $$g[0bv32] := add(y, 1bv32); ";
  std::string release = "call $fence(); ";
  std::string pass = ofTicket("Add", "y", "1bv32", "1bv32");

  static std::string until(const std::string& condition, const std::string& offset = "1bv32") {
    return "goto $look; $look: " + ofTicket("Load", "y", offset, "") +
           "goto $again, $behind; $again: assume {:partition} !(" + condition +
           "); goto $look; $behind: assume {:partition} " + condition + "; ";
  }
  std::string text() const { return draw + wait + acquire + section + release + pass; }
};

std::string verdictOfRounds(const std::string& rounds) {
  return test::verdictOf(verifyText(kernelText(
      "i := 0bv32; goto $head; $head: goto $body, $end; $body: assume {:partition} ult(i, $n); " +
          rounds + "i := add(i, 1bv32); goto $head; $end: assume {:partition} !ult(i, $n); return;",
      {.size = "1", .groups = "4"},
      "procedure {:fence} {:source_name \"__threadfence\"} $fence();\n")));
}

std::string verdictOfRounds(const TicketRound& round) {
  return verdictOfRounds(round.text());
}

TEST(LocksByTicket, OrderSections) {
  EXPECT_EQ(verdictOfRounds(TicketRound{}), "verified");
  EXPECT_EQ(verdictOfRounds(TicketRound{.pass = ofTicket("Store", "y", "1bv32", "add(x, 1bv32)")}),
            "verified");
  EXPECT_EQ(verdictOfRounds(TicketRound{.pass = ofTicket("Exch", "y", "1bv32", "add(x, 1bv32)")}),
            "verified");
}

TEST(LocksByTicket, MayBeLookedAtBeforeTheLoop) {
  const std::string look = ofTicket("Load", "y", "1bv32", "");
  EXPECT_EQ(verdictOfRounds(
                TicketRound{.wait = look +
                                    "goto $wait; $wait: goto $again, $behind; $again: assume "
                                    "{:partition} y != x; " +
                                    look + "goto $wait; $behind: assume {:partition} y == x; "}),
            "verified");
}

TEST(LocksByTicket, AreOrderedByFences) {
  EXPECT_EQ(verdictOfRounds(TicketRound{.acquire = ""}), "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{.release = ""}), "race");
}

TEST(LocksByTicket, AreNoneWhereTwoAreLetIn) {
  EXPECT_EQ(verdictOfRounds(TicketRound{.wait = TicketRound::until("ule(x, y)")}), "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{.wait = TicketRound::until("y == x || $m == 7bv32")}),
            "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{.pass = ofTicket("Add", "y", "1bv32", "2bv32")}), "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{.pass = ofTicket("Store", "y", "1bv32", "add(x, 2bv32)")}),
            "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{.draw = ofTicket("Add", "x", "0bv32", "2bv32")}), "race");
  const std::string pass = ofTicket("Add", "y", "1bv32", "1bv32");
  EXPECT_EQ(verdictOfRounds(pass + TicketRound{}.text()), "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{}.text() + pass), "race");
}

TEST(LocksByTicket, AreNoneWhereElementsDoNotBelongTogether) {
  EXPECT_EQ(verdictOfRounds(TicketRound{.wait = TicketRound::until("y == x", "add($m, 1bv32)")}),
            "race");
  EXPECT_EQ(verdictOfRounds(TicketRound{.draw = ofTicket("Add", "x", "$m", "1bv32"),
                                        .wait = TicketRound::until("y == x", "add($m, 1bv32)"),
                                        .pass = ofTicket("Add", "y", "add($m, 2bv32)", "1bv32")}),
            "race");
}

TEST(LocksByTicket, MayLieBeforeTheirTickets) {
  const auto round = [](const std::string& next, const std::string& serving) {
    return TicketRound{.draw = ofTicket("Add", "x", next, "1bv32"),
                       .wait = TicketRound::until("y == x", serving),
                       .section = "y := $$g[" + next + "]; $$g[" + next + "] := add(y, 1bv32); ",
                       .pass = ofTicket("Add", "y", serving, "1bv32")};
  };
  EXPECT_EQ(verdictOfRounds(round("add(mul($m, 2bv32), 1bv32)", "mul($m, 2bv32)")), "verified");
  const std::string any = "udiv(group_id_x, 2bv32)";
  EXPECT_EQ(verdictOfRounds(round(any, "add(" + any + ", 4294967295bv32)")), "race");
}

// What one thread draws from another one waits at.
TEST(LocksByTicket, AreNoneWhereTicketsAreDrawnFromOthersTurns) {
  const auto round = [](const std::string& first) {
    const std::string next = "add(" + first + ", 1bv32)";
    return TicketRound{.draw = ofTicket("Add", "x", first, "1bv32"),
                       .wait = TicketRound::until("y == x", next),
                       .section = "y := $$g[" + first + "]; $$g[" + first + "] := add(y, 1bv32); ",
                       .pass = ofTicket("Add", "y", next, "1bv32")};
  };
  EXPECT_EQ(verdictOfRounds(round("mul(udiv(group_id_x, 2bv32), 2bv32)")), "verified");
  EXPECT_EQ(verdictOfRounds(round("udiv(group_id_x, 2bv32)")), "race");
}

TEST(LocksByTicket, AreTakenToStartAtZero) {
  const VerificationResult result = verifyText(
      kernelText("goto $head; $head: " + TicketRound{}.text() + "goto $head, $end; $end: return;",
                 {.size = "1", .groups = "4"},
                 "procedure {:fence} {:source_name \"__threadfence\"} $fence();\n"));
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_EQ(result.notes, std::vector<std::string>{"assumes that h is 0 when the kernel starts"});
}

}  // namespace
}  // namespace barricade
