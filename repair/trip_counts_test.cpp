// Files of measured trip counts, right and wrong.
#include "repair/trip_counts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace barricade {
namespace {

class TripCounts : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "trip_counts_" +
            testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  void TearDown() override { std::filesystem::remove(path_); }
  auto read(const std::string& text) {
    std::ofstream(path_) << text;
    return readTripCounts(path_);
  }
  unsigned lineOfError(const std::string& text) {
    try {
      read(text);
    } catch (const BadTripCounts& error) {
      EXPECT_EQ(error.rejection.place.file, path_);
      EXPECT_EQ(error.rejection.message, "expected 'line count' or 'file:line count'");
      return error.rejection.place.line;
    }
    return 0;
  }
  std::string path_;
};

TEST_F(TripCounts, AreFoundByFileAndLine) {
  const auto counts = read("# measured\nk.cu:12 1024\n7 3.5  # any file\n\n");
  EXPECT_EQ(counts({"k.cu", "", 12, 1}), 1024);
  EXPECT_EQ(counts({"other.cu", "", 12, 1}), std::nullopt);
  EXPECT_EQ(counts({"other.cu", "", 7, 1}), 3.5);
  EXPECT_EQ(counts({"k.cu", "", 8, 1}), std::nullopt);
}

TEST_F(TripCounts, AFileWinsOverALineOfAnyFile) {
  const auto counts = read("7 1\nk.cu:7 2\n");
  EXPECT_EQ(counts({"k.cu", "", 7, 1}), 2);
  EXPECT_EQ(counts({"h.cu", "", 7, 1}), 1);
}

TEST_F(TripCounts, ErrorsNameTheLine) {
  for (const char* wrong : {"x 1", "7", "7 -1", "7 many", "7 1 2", "k.cu: 1", "k.cu:99999999999 1"})
    EXPECT_EQ(lineOfError("7 1\n" + std::string(wrong)), 2U) << wrong;
  EXPECT_THROW(readTripCounts("/nonexistent/counts"), BadTripCounts);
}

}  // namespace
}  // namespace barricade
