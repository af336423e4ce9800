// OpenSpiel games played to the end with uniformly random actions, wholly in C++.
//
// The open_spiel wheel ships its headers, and its Python extension exports the C++ library, so this
// loop is compiled against the first and resolved against the second once `pyspiel` is loaded: the
// rules run are exactly those of the wheel, without a call into Python.

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"

namespace {

using open_spiel::Action;
using open_spiel::State;

Action DrawAction(const State& state, std::mt19937_64& generator) {
  if (state.IsChanceNode()) {
    const double point = std::uniform_real_distribution<double>(0.0, 1.0)(generator);
    return open_spiel::SampleAction(state.ChanceOutcomes(), point).first;
  }
  const std::vector<Action> legal = state.LegalActions();
  return legal[std::uniform_int_distribution<std::size_t>(0, legal.size() - 1)(generator)];
}

}  // namespace

// Plays `games` games of `description`; returns the sum of all returns of player 0, so that no
// work can be optimised away and two runs of one seed can be compared.
extern "C" double play_random_games(const char* description, std::int64_t games,
                                    std::uint64_t seed) {
  const std::shared_ptr<const open_spiel::Game> game =
      open_spiel::LoadGame(std::string(description));
  std::mt19937_64 generator(seed);
  double sum = 0.0;
  for (std::int64_t played = 0; played < games; ++played) {
    const std::unique_ptr<State> state = game->NewInitialState();
    while (!state->IsTerminal()) state->ApplyAction(DrawAction(*state, generator));
    sum += state->Returns()[0];
  }
  return sum;
}
