import ColmeiaExplorer

/// Two devices read, increment and write a count. Without a version check the later write overwrites the other's
/// increment.
struct LostUpdate: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var isAdding = false
    var added = 0
  }
  struct Model: Hashable, Sendable {
    var count = 0
    var version = 0
  }
  enum Action: Sendable { case add, read(Device, count: Int, version: Int), written, refused(Device) }
  enum Effect: Hashable, Sendable { case read(Device), write(Device, count: Int, version: Int) }
  enum Device: Sendable { case phone, tablet }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add: add(&state)
    case .read(let device, let count, let version): .run(.write(device, count: count + 1, version: version))
    case .refused(let device): .run(.read(device))
    case .written: written(&state)
    }
  }

  private func add(_ state: inout State) -> Effects {
    state.isAdding = true
    return [.run(.read(.phone)), .run(.read(.tablet))]
  }

  private func written(_ state: inout State) -> Effects {
    state.added += 1
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.add, when: { !$0.isAdding })
    explorer.outcomes { effect, server in
      switch effect {
      case .read(let device): [.answer(.read(device, count: server.count, version: server.version))]
      case .write(let device, _, let version) where !isBroken && version != server.version:
        [.answer(.refused(device))]
      case .write(_, let count, let version):
        [.answer(.written) { $0 = Model(count: count, version: version + 1) }]
      }
    }
    explorer.eventually("the server has everything that was added") { $0.added == $1.server.count }
    return explorer
  }
}
