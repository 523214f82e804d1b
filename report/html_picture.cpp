#include "report/html_picture.h"

#include <array>
#include <string_view>

#include "report/html_escape.h"

namespace barricade {

namespace {

constexpr int width = 480, height = 132;
constexpr int boxWidth = 150, boxHeight = 40;

std::string tuple(const std::array<std::string, 3>& id) {
  return "(" + id[0] + "," + id[1] + "," + id[2] + ")";
}

std::string text(int x, int y, std::string_view content) {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
         "\" text-anchor=\"middle\">" + escaped(content) + "</text>\n";
}

std::string box(int x, int y, int w, int h, std::string_view style) {
  return "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
         std::to_string(w) + "\" height=\"" + std::to_string(h) + "\" rx=\"6\" class=\"" +
         std::string(style) + "\"/>\n";
}

// A line from a thread to the element, with the kind of access above it.
std::string arrow(int from, int to, std::string_view kind) {
  const int y = 66;
  return "<line x1=\"" + std::to_string(from) + "\" y1=\"" + std::to_string(y) + "\" x2=\"" +
         std::to_string(to) + "\" y2=\"" + std::to_string(y) + "\" marker-end=\"url(#arrow)\"/>\n" +
         text((from + to) / 2, y - 8, kind);
}

}  // namespace

std::string pictureOf(const Finding& finding) {
  if (finding.places.size() != 2 || !finding.places[0].thread || !finding.places[1].thread ||
      finding.element.empty())
    return "";
  const FindingPlace &left = finding.places[0], &right = finding.places[1];
  const int middle = width / 2, top = 46, leftBox = 10, rightBox = width - 10 - boxWidth;
  std::string svg = "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 " + std::to_string(width) +
                    " " + std::to_string(height) + "\" aria-label=\"two threads reach " +
                    escaped(finding.element) + "\">\n" +
                    "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
                    "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
                    "<path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n";
  if (finding.interGroup) {
    svg += box(2, 8, boxWidth + 16, height - 16, "block") +
           box(width - boxWidth - 18, 8, boxWidth + 16, height - 16, "block") +
           text(leftBox + boxWidth / 2, 28, "block " + tuple(left.thread->group)) +
           text(rightBox + boxWidth / 2, 28, "block " + tuple(right.thread->group));
  } else {
    svg += box(2, 8, width - 4, height - 16, "block") +
           text(middle, 28, "block " + tuple(left.thread->group));
  }
  svg += box(leftBox, top, boxWidth, boxHeight, "thread") +
         box(rightBox, top, boxWidth, boxHeight, "thread") +
         box(middle - 20, top, boxHeight, boxHeight, "element") +
         text(leftBox + boxWidth / 2, 71, "thread " + tuple(left.thread->local)) +
         text(rightBox + boxWidth / 2, 71, "thread " + tuple(right.thread->local)) +
         text(middle, 106, finding.element) + arrow(leftBox + boxWidth, middle - 20, left.kind) +
         arrow(rightBox, middle + 20, right.kind);
  return svg + "</svg>\n";
}

}  // namespace barricade
