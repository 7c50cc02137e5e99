import Colmeia

/// The names of ids; long-lived effects bear the same, which must not disturb them.
let lawIDs = ["a", "b", "c", "d"]

/// One thing that an action of a random program tells a feature to do.
enum Deed: Equatable, Sendable {
  /// Run effect `0..<500`; without an id only `now` and `after` are meant.
  case run(Int, id: String?, Policy, Start)
  case cancel(String)
  case cancelAll(Child)
  case add(Child)
  case remove(Child)
  /// Name these long-lived effects, `500..<900`; the hundreds are the id, so that 512 and 530 share one.
  case lasting([Int])
}

/// A child as its parent calls it.
enum Child: Equatable, Sendable {
  case detail
  case rows
  case row(Int)
  case photo
  case photoOfRow(Int)
  case login
  case home
}

/// An action for one feature: a tag for its log, and what it is to do, in order.
struct Work: Equatable, Sendable {
  var tag: Int
  var deeds: [Deed]
}

/// What every feature of the random programs knows.
protocol LawState: Equatable, Sendable {
  /// A hash over the tags of all actions, in order.
  var log: UInt64 { get set }
  var lasting: [Int] { get set }
  mutating func set(_ child: Child, isPresent: Bool)
}

extension LawState {
  mutating func reduce(_ work: Work) -> Effects<Int> {
    log = (log ^ UInt64(work.tag)) &* 0x0000_0100_0000_01B3
    var effects = Effects<Int>.none
    for deed in work.deeds {
      switch deed {
      case .run(let effect, let id?, let policy, let start):
        effects += .run(effect, id: EffectID(id), policy, start)
      case .run(let effect, nil, _, .after(let delay)): effects += .run(effect, after: delay)
      case .run(let effect, nil, _, _): effects += .run(effect)
      case .cancel(let id): effects += .cancel(EffectID(id))
      case .cancelAll(.rows): effects += .cancelAll(in: "rows")
      case .cancelAll(.row(let id)): effects += .cancelAll(in: "rows", id)
      case .cancelAll(.photo), .cancelAll(.photoOfRow): effects += .cancelAll(in: "photo")
      case .cancelAll(.detail): effects += .cancelAll(in: "detail")
      case .cancelAll(.login): effects += .cancelAll(in: "login")
      case .cancelAll(.home): effects += .cancelAll(in: "home")
      case .add(let child): set(child, isPresent: true)
      case .remove(let child): set(child, isPresent: false)
      case .lasting(let list): lasting = list
      }
    }
    return effects
  }

  var lastingEffects: LongLivedEffects<Int> {
    lasting.reduce(.none) { $0 + .running($1, id: EffectID(lawIDs[$1 / 100 - 5])) }
  }
}

/// A feature without children.
struct LawLeaf: Reducer {
  struct State: LawState {
    var log: UInt64 = 0
    var lasting: [Int] = []
    mutating func set(_ child: Child, isPresent: Bool) {}
  }
  func reduce(into state: inout State, action: Work) -> Effects<Int> { state.reduce(action) }
  func longLived(in state: State) -> LongLivedEffects<Int> { state.lastingEffects }
}

/// A row with a grandchild below it.
struct LawRow: Reducer {
  struct State: LawState {
    let id: Int
    var log: UInt64 = 0
    var lasting: [Int] = []
    var photo: LawLeaf.State?
    mutating func set(_ child: Child, isPresent: Bool) {
      if child == .photo { photo = isPresent ? photo ?? LawLeaf.State() : nil }
    }
  }
  enum Action: Equatable, Sendable {
    case own(Work)
    /// The photo's action, and what its parent does about it.
    case photo(Work, then: Work)
  }
  func reduce(into state: inout State, action: Action) -> Effects<Int> {
    switch action {
    case .own(let work): return state.reduce(work)
    case .photo(let work, let then):
      let effects = LawLeaf().reduce(ifPresent: &state.photo, work).lift({ $0 + 2_000 }, in: "photo")
      return effects + state.reduce(then)
    }
  }
  func longLived(in state: State) -> LongLivedEffects<Int> {
    if state.lasting.isEmpty, state.photo == nil { return .none }
    return state.lastingEffects
      + LawLeaf().longLived(ifPresent: state.photo).lift({ $0 + 2_000 }, in: "photo")
  }
  func contains(_ child: EffectScope, in state: State) -> Bool {
    child.first == "photo" && LawLeaf().contains(child.dropFirst(), ifPresent: state.photo)
  }
}

/// The feature of the random programs: an optional child, rows with a grandchild each, and a child that is
/// one case of an enum. Effects tell by their value which feature started them.
struct LawFeature: Reducer {
  enum Screen: Equatable, Sendable {
    case login(LawLeaf.State)
    case home(LawLeaf.State)
  }
  struct State: LawState {
    var log: UInt64 = 0
    /// How many actions were reduced.
    var count: UInt64 = 0
    var lasting: [Int] = []
    var detail: LawLeaf.State?
    var rows: [LawRow.State] = []
    var screen = Screen.login(LawLeaf.State())

    mutating func set(_ child: Child, isPresent: Bool) {
      switch child {
      case .detail: detail = isPresent ? detail ?? LawLeaf.State() : nil
      case .row(let id):
        let place = rows.firstIndex { $0.id == id }
        if let place, !isPresent { rows.remove(at: place) }
        if place == nil, isPresent { rows.append(LawRow.State(id: id)) }
      case .rows: rows = isPresent ? (0..<20).map { LawRow.State(id: $0) } : []
      case .photoOfRow(let id):
        if let place = rows.firstIndex(where: { $0.id == id }) {
          rows[place].set(.photo, isPresent: isPresent)
        }
      case .login, .home:
        screen = (child == .login) == isPresent ? .login(LawLeaf.State()) : .home(LawLeaf.State())
      case .photo: break
      }
    }
  }
  /// `then` is what the root does after its child, in the same step.
  enum Action: Equatable, Sendable {
    case own(Work)
    case detail(Work, then: Work)
    case row(Int, LawRow.Action, then: Work)
    case everyRow(LawRow.Action)
    case login(Work, then: Work)
    case home(Work, then: Work)
  }

  func reduce(into state: inout State, action: Action) -> Effects<Int> {
    state.count += 1
    switch action {
    case .own(let work): return state.reduce(work)
    case .detail(let work, let then):
      let effects = LawLeaf().reduce(ifPresent: &state.detail, work).lift({ $0 + 1_000 }, in: "detail")
      return effects + state.reduce(then)
    case .row(let id, let action, let then):
      return reduce(row: id, action, &state) + state.reduce(then)
    case .everyRow(let action):
      return state.rows.map(\.id).reduce(into: .none) { $0 += reduce(row: $1, action, &state) }
    case .login(let work, let then):
      let effects = LawLeaf().reduce(ifCase: \.login, Screen.login, of: &state.screen, work)
      return effects.lift({ $0 + 3_000 }, in: "login") + state.reduce(then)
    case .home(let work, let then):
      let effects = LawLeaf().reduce(ifCase: \.home, Screen.home, of: &state.screen, work)
      return effects.lift({ $0 + 4_000 }, in: "home") + state.reduce(then)
    }
  }

  func reduce(row id: Int, _ action: LawRow.Action, _ state: inout State) -> Effects<Int> {
    guard let place = state.rows.firstIndex(where: { $0.id == id }) else { return .none }
    return LawRow().reduce(into: &state.rows[place], action: action)
      .lift({ $0 + 10_000 * (id + 1) }, in: "rows", id)
  }

  func longLived(in state: State) -> LongLivedEffects<Int> {
    var effects = state.lastingEffects
    if let detail = state.detail {
      effects = effects + LawLeaf().longLived(in: detail).lift({ $0 + 1_000 }, in: "detail")
    }
    for row in state.rows {
      effects = effects + LawRow().longLived(in: row).lift({ $0 + 10_000 * (row.id + 1) }, in: "rows", row.id)
    }
    if let login = state.screen.login {
      effects = effects + LawLeaf().longLived(in: login).lift({ $0 + 3_000 }, in: "login")
    }
    return effects
  }

  func contains(_ child: EffectScope, in state: State) -> Bool {
    switch child.first {
    case "detail": return LawLeaf().contains(child.dropFirst(), ifPresent: state.detail)
    case "login": return state.screen.login != nil
    case "home": return state.screen.home != nil
    case "rows":
      let row = child.dropFirst()
      return LawRow().contains(row.dropFirst(), ifPresent: state.rows.first { row.first == .number($0.id) })
    default: return false
    }
  }

  /// Whether the feature that started `effect` is there, told by the effect's value alone.
  static func isPresent(starterOf effect: Int, in state: State) -> Bool {
    let row = state.rows.first { $0.id == effect / 10_000 - 1 }
    switch effect % 10_000 / 1_000 {
    case 0: return effect < 10_000 || row != nil
    case 1: return state.detail != nil
    case 2: return row?.photo != nil
    case 3: return state.screen.login != nil
    default: return state.screen.home != nil
    }
  }

  static func isLongLived(_ effect: Int) -> Bool { effect % 1_000 >= 500 }
}

extension LawFeature.Screen {
  var login: LawLeaf.State? { if case .login(let state) = self { state } else { nil } }
  var home: LawLeaf.State? { if case .home(let state) = self { state } else { nil } }
}
