import ColmeiaMeasuring

/// The goals by row name. `limit` is what CI accepts for a row that hasn't reached its goal, in the unit of the goal:
/// about twice the value measured in a slow hour on a shared machine. When you make a row faster, lower its limit. When
/// it reaches the goal, remove the limit, which is then 1.3 times the goal.
let goals: [String: Goal] = [
  "a": .times(1.2, limit: 3.4, allocations: 0),
  "b": .times(1.5, limit: 6.5, allocations: 0),
  "c1": .times(5),
  "c1d": .times(6, limit: 50),
  "c2": .times(5),
  "c3": .nanoseconds(20, limit: 60),
  "c4": .nanoseconds(50, limit: 150),
  "d": .times(1.2, limit: 5, allocations: 0),
  "d.branch": .times(3, limit: 10, allocations: 0),
  "d.case": .nanoseconds(400, limit: 1_600, allocations: 0),
  "d2": .nanoseconds(1_500, limit: 7_000),
  "e1": .times(5, limit: 34),
  "e1i": .times(8, limit: 78),
  "e2": .nanoseconds(800, limit: 4_500, allocations: 3, allocationLimit: 4),
  "e2s": .nanoseconds(1_200, limit: 6_500, allocations: 3, allocationLimit: 5),
  "f": .times(2.5, limit: 28),
  // Twice the goal of row `a`.
  "g1.1k": .times(2.4, limit: 13),
  "g1.10k": .times(2.4, limit: 13),
  "g2": .nanoseconds(200, limit: 2_500),
  "g2.branch": .nanoseconds(200),
  "g3.idle": .nanoseconds(100),
  "g3.row": .nanoseconds(1_000, limit: 8_000),
  "g4.send": .times(2.4, limit: 15),
  "g4.state": .nanoseconds(60, limit: 130),
  "g5.waiters": .nanoseconds(1_000, limit: 12_000),
  "g5.flight": .nanoseconds(1_000),
  "g6.10k": .nanoseconds(2_000, limit: 16_000),
  "g6.100k": .nanoseconds(2_000, limit: 16_000),
  "g7": .nanoseconds(5_000),
  "g8": .nanoseconds(200),
  "g9": .nanoseconds(1_000, limit: 9_000),
  "g10.with": .nanoseconds(25),
  "g10.state": .nanoseconds(80, limit: 400),
  "g11.1": .nanoseconds(30, limit: 1_000),
  "g11.10": .nanoseconds(30, limit: 400),
  "g11.20": .nanoseconds(30, limit: 400),
  // The baseline is two threads that share a mutex.
  "g12": .times(2, limit: 9),
  "whole": .nanoseconds(1_000, limit: 4_000),
  "t": .nanoseconds(150_000, limit: 700_000),
]
