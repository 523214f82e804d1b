// What the arrays hold, for each thread of the pair, while it runs.
#pragma once

#include "encoding/contents.h"
#include "encoding/pair_run.h"

namespace barricade {

class Memory {
 public:
  // Fills the state with arbitrary contents.
  explicit Memory(PairRun& run);

  // What thread t reads. Of an array whose contents are not followed that is anything.
  Expr read(const Variable* array, Expr index, unsigned thread);
  // What the array held at some time, of a precise one.
  Expr element(Contents contents, Expr index) { return pool_.read(contents, index); }
  // What each thread's copy holds at its index, of a precise array.
  PerThread contentsAt(std::size_t array, const PerThread& index);
  // Each thread stores under its condition; a null value is arbitrary.
  void store(std::size_t array, const PerThread& running, const PerThread& index,
             const PerThread& value);
  // A whole-array copy takes the contents over where all threads surely make it and both arrays
  // are precise; else the target may hold anything.
  void copy(std::size_t target, Expr source, const PerThread& running);
  // What thread t's copy holds is arbitrary where `condition[t]` holds; where both share one,
  // condition[0] counts.
  void havoc(std::size_t array, const PerThread& condition);
  void havoc(std::size_t array, Expr condition) { havoc(array, {condition, condition}); }
  // Where `condition` holds, what thread t's copy holds is what a loop has made of `entry`; it
  // shares the copy with nobody else of the pair.
  void fill(std::size_t array, unsigned thread, Expr condition, Contents entry, Filling filling);
  // A function that stands for contents of which nothing is known.
  const Function* freshContents(std::size_t array);
  // Where `condition[t]` holds thread t comes to a barrier of all who may change the array: what
  // others have done is visible from there on. Where thread t has stored before it there is what it
  // has left, or others who stored there raced with it.
  void meet(std::size_t array, const PerThread& condition);
  void meet(std::size_t array, Expr condition) { meet(array, {condition, condition}); }
  // The threads do what may let others store in the same elements without a race.
  void forgetStored() { run_.state.stored.clear(); }
  // Others may have changed the array for who runs.
  void forget(std::size_t array, const PerThread& running);
  // What others have done is visible from the statement on to who runs.
  void reveal(const Statement& statement, const PerThread& running);

  // Whether both threads look at one copy of the array.
  bool isShared(std::size_t array) const;
  // Whether a race on the array depends on what is read and written: it may be benign. Not where
  // atomic operations change it.
  bool seesValues(std::size_t array) const;

 private:
  void forgetStored(std::size_t array);

  PairRun& run_;
  ContentsPool pool_;
};

}  // namespace barricade
