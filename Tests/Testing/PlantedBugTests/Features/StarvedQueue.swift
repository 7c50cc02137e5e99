import ColmeiaExplorer

/// After a failure the next job isn't started.
struct StarvedQueue: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var jobs: [Int] = []
    var current: Int?
  }
  enum Action: Sendable { case add(Int), done, failed }
  enum Effect: Hashable, Sendable { case work(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add(let job): state.jobs.append(job)
    case .done: state.current = nil
    case .failed:
      state.current = nil
      if isBroken { return .none }
    }
    guard state.current == nil, !state.jobs.isEmpty else { return .none }
    let job = state.jobs.removeFirst()
    state.current = job
    return .run(.work(job))
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("add") { state, choices in state.jobs.count < 3 ? .add(choices.number(below: 2)) : nil }
    explorer.outcomes { _ in [.answer(.done), .answer(.failed)] }
    explorer.eventually("all jobs are done") { $0.jobs.isEmpty && $0.current == nil }
    return explorer
  }
}
