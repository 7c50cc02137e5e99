/// The rows for the network modules, the runner and the reference systems.
func systemRows() -> [Row] {
  let all =
    exploration() + jsonCoding() + socketFrames() + cableMessages() + eventStreams() + openStreams() + cachedAnswers()
    + commits() + scenarioFiles() + calls() + sessions()
  return all.map { $0.reaching(goals[$0.name]) }
}

/// Ends the connections that rows share.
func closeSharedConnections() async {
  await CableLane.shared.close()
  await StreamHall.shared.close()
  await CallLane.shared.close()
}

/// The goals by row name.
private let goals: [String: Goal] = [
  "sp": .nanoseconds(5, limit: 20),
  "sc": .nanoseconds(33.3),
  "jd": .nanoseconds(6.67),
  "jt": .nanoseconds(2.22),
  "x": .nanoseconds(3_333, limit: 20_000),
  "xs": .nanoseconds(6_667, limit: 80_000),
  "ca": .nanoseconds(5_000, limit: 15_000),
  "cat": .nanoseconds(5_000, limit: 15_000),
  "car": .nanoseconds(5_000, limit: 15_000),
  "cae": .nanoseconds(10_000, limit: 30_000),
  "cae.100k": .nanoseconds(10_000, limit: 30_000),
  // The screen is made anew and compared, at about 80 ns for each row.
  "cas": .nanoseconds(100_000, limit: 300_000),
  "xa": .nanoseconds(10_000_000_000, limit: 10_000_000_000),
]
