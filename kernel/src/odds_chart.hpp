// The total-dependent chart: its exact value, and the best one.
#pragma once

#include "odds_solver.hpp"

namespace zapato::odds {

// Fills chart, by_chart and by_chart_pre_deal of the solution. Needs stand totals of all hands in the workspace.
void chart_solution(Solver& solver, const Matching& match, double same_rank, ChartWish wish, Solution& solution);

}  // namespace zapato::odds
