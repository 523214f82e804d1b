#include "encoding/contents.h"

#include <vector>

namespace barricade {

const Function* ContentsPool::freshContents(const Variable* array) {
  return terms_.freshFunction(array->name, {array->type->domain()}, array->type->range());
}

Contents ContentsPool::unknown(const Variable* array) {
  return &nodes_.emplace_back(ContentsNode{ContentsNode::Kind::Unknown, nullptr, nullptr, nullptr,
                                           nullptr, freshContents(array), nullptr, nullptr});
}

Contents ContentsPool::write(Contents before, Expr condition, Expr index, Expr value) {
  if (condition->isFalse()) return before;
  return &nodes_.emplace_back(ContentsNode{ContentsNode::Kind::Write, before, condition, index,
                                           value, nullptr, nullptr, nullptr});
}

Contents ContentsPool::havoc(Contents before, Expr condition, const Variable* array) {
  if (condition->isFalse()) return before;
  if (condition->isTrue()) return unknown(array);
  return &nodes_.emplace_back(ContentsNode{ContentsNode::Kind::Havoc, before, condition, nullptr,
                                           nullptr, freshContents(array), nullptr, nullptr});
}

Contents ContentsPool::fill(Contents before, Expr condition, Contents entry, Filling filling) {
  if (condition->isFalse()) return before;
  return &nodes_.emplace_back(ContentsNode{ContentsNode::Kind::Fill, before, condition, nullptr,
                                           nullptr, nullptr, entry, std::move(filling)});
}

Expr ContentsPool::read(Contents contents, Expr index) {
  // From the newest event back to one that decides the value, then forward again.
  std::vector<Contents> events;
  Expr value = nullptr;
  for (Contents node = contents; !value; node = node->before) {
    if (auto it = reads_.find({node, index}); it != reads_.end()) {
      value = it->second;
    } else if (node->kind == ContentsNode::Kind::Unknown) {
      value = terms_.pool().apply(node->function, {index});
    } else if (node->kind == ContentsNode::Kind::Write && node->condition->isTrue() &&
               node->index == index) {
      value = node->value;
    } else if (node->kind == ContentsNode::Kind::Fill && node->condition->isTrue()) {
      value = node->filling(index, read(node->entry, index));
    } else {
      events.push_back(node);
    }
  }
  for (auto it = events.rbegin(); it != events.rend(); ++it) {
    Contents node = *it;
    if (node->kind == ContentsNode::Kind::Write) {
      value = terms_.ite(terms_.land(node->condition, terms_.equal(node->index, index)),
                         node->value, value);
    } else if (node->kind == ContentsNode::Kind::Fill) {
      value = terms_.ite(node->condition, node->filling(index, read(node->entry, index)), value);
    } else {
      value = terms_.ite(node->condition, terms_.pool().apply(node->function, {index}), value);
    }
    reads_[{node, index}] = value;
  }
  return value;
}

}  // namespace barricade
