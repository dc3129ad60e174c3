// The total-dependent chart: its exact value, and the best one.
#pragma once

#include <memory>

#include "odds_solver.hpp"

namespace zapato::odds {

class ChartSolver;

// One use: made when the workspace holds the stand totals of the hands dealt; then told of each pair right after
// Solver::split has summed its rows; then asked.
class Charts {
 public:
  Charts(Solver& solver, double same_rank, Chart& chart);
  ~Charts();

  void take_split(int pair);
  // Fills chart, by_chart and by_chart_pre_deal of the solution.
  void answer(ChartWish wish, Solution& solution);

 private:
  Solver& solver_;
  double same_rank_;
  std::unique_ptr<ChartSolver> charts_;
};

}  // namespace zapato::odds
