#include "report/atomic_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/stat.h>
#include <unistd.h>

namespace barricade {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public testing::Test {
 protected:
  AtomicFile() : folder_(testing::TempDir() + "barricade_atomic_file" + std::to_string(getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~AtomicFile() override { fs::remove_all(folder_); }

  static std::string read(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::string folder_;
};

TEST_F(AtomicFile, ReplacesKeepingPermissionsAndLeavesNothingElse) {
  std::string path = folder_ + "/out.json";
  std::ofstream(path) << "old";
  chmod(path.c_str(), 0640);
  EXPECT_EQ(writeFileAtomically(path, "new"), std::nullopt);
  EXPECT_EQ(read(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(AtomicFile, FollowsLinks) {
  std::ofstream(folder_ + "/target") << "old";
  fs::create_symlink("target", folder_ + "/link");
  EXPECT_EQ(writeFileAtomically(folder_ + "/link", "new"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(folder_ + "/link"));
  EXPECT_EQ(read(folder_ + "/target"), "new");
}

TEST_F(AtomicFile, ReportsWhatIsWrong) {
  EXPECT_EQ(writeFileAtomically(folder_ + "/none/out", "x"),
            folder_ + "/none/out: No such file or directory");
  EXPECT_EQ(writeFileAtomically(folder_, "x"), folder_ + ": Is a directory");
  EXPECT_EQ(writeFileAtomically("/dev/full", "x"), "/dev/full: No space left on device");
  EXPECT_EQ(writeFileAtomically("/dev/null", "x"), std::nullopt);
}

}  // namespace
}  // namespace barricade
