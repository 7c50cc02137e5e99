import ColmeiaTable

/// The names of ids. Long-lived effects use the same names, which must not interfere.
let lawIDs = ["a", "b", "c", "d"]

/// One instruction to a feature in an action of a random program.
enum Instruction: Equatable, Sendable {
  /// Run effect `0..<500`. Without an id, only `now` and `after` apply.
  case run(Int, id: String?, Policy, EffectStart)
  case cancel(String)
  case cancelAll(Member)
  case add(Member)
  case remove(Member)
  /// Declare these long-lived effects, `500..<900`. The hundreds determine the id, so 512 and 530 have the same id.
  case lasting([Int])
  /// Send an output to the parent, which logs it and may remove the child or run an effect.
  case output(Int)
}

/// A child, as its parent refers to it.
enum Member: Equatable, Sendable {
  case detail
  case rows
  case row(Int)
  case photo
  case photoOfRow(Int)
  case login
  case home
  /// The child with an identity.
  case profile(Int)
  /// The feature itself.
  case itself
}

/// An action for one feature: a tag for its log, and the instructions to carry out, in order.
struct Orders: Equatable, Sendable {
  var tag: Int
  var instructions: [Instruction]
}

/// The common state of all features of the random programs.
protocol LawState: Equatable, Sendable {
  /// A hash over the tags of all actions, in order.
  var log: UInt64 { get set }
  var lasting: [Int] { get set }
  mutating func set(_ member: Member, isPresent: Bool)
}

typealias LawEffects = EffectList<Int, Int>

extension LawState {
  mutating func reduce(_ orders: Orders, _ cancelAll: (Member) -> LawEffects = { _ in .none }) -> LawEffects {
    log = (log ^ UInt64(orders.tag)) &* 0x0000_0100_0000_01B3
    var effects = LawEffects.none
    for instruction in orders.instructions {
      switch instruction {
      case .run(let effect, let id?, let policy, let start):
        effects += .run(effect, id: EffectID(id), policy, start)
      case .run(let effect, nil, _, .after(let delay)): effects += .run(effect, after: delay)
      case .run(let effect, nil, _, _): effects += .run(effect)
      case .cancel(let id): effects += .cancel(EffectID(id))
      case .cancelAll(.itself): effects += .cancelAll
      case .cancelAll(let member): effects += cancelAll(member)
      case .add(let member): set(member, isPresent: true)
      case .remove(let member): set(member, isPresent: false)
      case .lasting(let list): lasting = list
      case .output(let number): effects += .output(number)
      }
    }
    return effects
  }

  /// Reduces an output of a child.
  mutating func receive(_ number: Int, from member: Member) -> LawEffects {
    switch number % 4 {
    case 0: reduce(Orders(tag: number, instructions: [.remove(member)]))
    case 1: reduce(Orders(tag: number, instructions: [.run(number % 500, id: "a", .keep, .now)]))
    case 2: reduce(Orders(tag: number, instructions: [.output(number + 1)]))
    default: reduce(Orders(tag: number, instructions: []))
    }
  }

  var lastingEffects: LongLivedEffects<Int> {
    lasting.reduce(.none) { $0 + .running($1, id: lawIDs[$1 / 100 - 5]) }
  }
}

/// The feature of the random programs: an optional child, a child with an identity, rows with a child each, and
/// children that are cases of an enum. The value of an effect identifies the feature that started it.
struct LawFeature: Reducer {
  enum Screen: Equatable, Sendable {
    case login(LawLeaf.State)
    case home(LawLeaf.State)
  }
  struct State: LawState {
    var log: UInt64 = 0
    /// The number of actions that have been reduced.
    var count: UInt64 = 0
    var lasting: [Int] = []
    /// Whether the reducers of the rows and the profile depend on this state: they name no long-lived effects while
    /// this feature names an odd number of them.
    var isMaking = false
    var detail: LawLeaf.State?
    var profile: LawProfile.State?
    var rows = EntityTable<LawRow.State>()
    var screen = Screen.login(LawLeaf.State())

    var isMuting: Bool { isMaking && lasting.count % 2 == 1 }

    mutating func set(_ member: Member, isPresent: Bool) {
      switch member {
      case .detail: detail = isPresent ? detail ?? LawLeaf.State() : nil
      case .row(let id):
        if !isPresent { rows.remove(id: id) } else if !rows.contains(id: id) { rows.upsert(LawRow.State(id: id)) }
      case .rows: rows = isPresent ? EntityTable((0..<20).map { LawRow.State(id: $0) }) : []
      case .photoOfRow(let id): rows.update(id) { $0.set(.photo, isPresent: isPresent) }
      case .login, .home:
        screen = (member == .login) == isPresent ? .login(LawLeaf.State()) : .home(LawLeaf.State())
      case .profile(let id): profile = isPresent ? LawProfile.State(id: id) : nil
      case .photo, .itself: break
      }
    }
  }
  /// The actions of the root. `then` contains the orders that the root reduces after its child, in the same step.
  enum Action: Equatable, Sendable {
    case own(Orders)
    case detail(Orders, then: Orders)
    case profile(Orders, then: Orders)
    case row(Int, LawRow.Action, then: Orders)
    case everyRow(LawRow.Action)
    case login(Orders, then: Orders)
    case home(Orders, then: Orders)
  }
  typealias Effect = Int
  typealias Output = Int

  let detail = Child(
    \State.detail, LawLeaf(), { Action.detail($0, then: .nothing) }, { $0 + 1_000 },
    name: "detail")
  let profile: Child<State, Action, Int, LawProfile>
  let rows: ChildRows<State, Action, Int, EntityTable<LawRow.State>, LawRow>
  let login = Child(
    \State.screen, \.login, Screen.login, LawLeaf(),
    { Action.login($0, then: .nothing) }, { $0 + 3_000 }, name: "login")
  let home = Child(
    \State.screen, \.home, Screen.home, LawLeaf(),
    { Action.home($0, then: .nothing) }, { $0 + 4_000 }, name: "home")

  /// Creates a feature for programs that begin with this state.
  init(for initial: State) {
    let embedProfile = { @Sendable in Action.profile($0, then: .nothing) }
    let embedRow = { @Sendable in Action.row($0, $1, then: .nothing) }
    let lift = { @Sendable id, effect in effect + 10_000 * (id + 1) }
    if initial.isMaking {
      profile = Child(\State.profile, LawProfile(), embedProfile, { $0 + 5_000 })
        .configured { $0.isMuted = $1.isMuting }
      rows = ChildRows(\State.rows, LawRow(), embedRow, lift).configured { $0.isMuted = $1.isMuting }
    } else {
      profile = Child(\State.profile, LawProfile(), embedProfile, { $0 + 5_000 })
      rows = ChildRows(\State.rows, LawRow(), embedRow, lift)
    }
  }

  func reduce(into state: inout State, action: Action) -> Effects {
    state.count += 1
    switch action {
    case .own(let orders): return state.reduce(orders, cancelAll)
    case .detail(let orders, let then):
      let effects = detail.reduce(&state, orders) { $0.receive($1, from: .detail) }
      return effects + state.reduce(then, cancelAll)
    case .profile(let orders, let then):
      // If the output replaces the child, the new one is a different child.
      let effects = profile.reduce(&state, orders) { $0.receive($1, from: .profile(7)) }
      return effects + state.reduce(then, cancelAll)
    case .row(let id, let action, let then):
      return reduce(row: id, action, &state) + state.reduce(then, cancelAll)
    case .everyRow(let action):
      return Array(state.rows.ids).reduce(into: .none) { $0 += reduce(row: $1, action, &state) }
    case .login(let orders, let then):
      let effects = login.reduce(&state, orders) { $0.receive($1, from: .login) }
      return effects + state.reduce(then, cancelAll)
    case .home(let orders, let then):
      let effects = home.reduce(&state, orders) { $0.receive($1, from: .home) }
      return effects + state.reduce(then, cancelAll)
    }
  }

  func reduce(row id: Int, _ action: LawRow.Action, _ state: inout State) -> Effects {
    rows.reduce(&state, id, action) { $0.receive($1, from: .row(id)) }
  }

  func cancelAll(_ member: Member) -> Effects {
    switch member {
    case .detail: detail.cancelAll()
    case .profile: profile.cancelAll()
    case .row(let id): rows.cancelAll(id)
    case .rows: rows.cancelAll()
    case .login: login.cancelAll()
    case .home: home.cancelAll()
    case .photo, .photoOfRow, .itself: .none
    }
  }

  func longLived(in state: State) -> LongLivedEffects<Int> { state.lastingEffects }
}

extension LawFeature.Screen {
  var login: LawLeaf.State? { if case .login(let state) = self { state } else { nil } }
  var home: LawLeaf.State? { if case .home(let state) = self { state } else { nil } }
}

extension Orders {
  static let nothing = Orders(tag: 0, instructions: [])
}

/// A naive definition of what the declarations of the children mean, for the model and the laws.
extension LawFeature {
  static func isLongLived(_ effect: Int) -> Bool { effect % 1_000 >= 500 }

  /// Returns whether the feature that started `effect` exists, based only on the effect's value.
  static func isPresent(starterOf effect: Int, in state: State) -> Bool {
    let row = state.rows[id: effect / 10_000 - 1]
    switch effect % 10_000 / 1_000 {
    case 0: return effect < 10_000 || row != nil
    case 1: return state.detail != nil
    case 2: return row?.photo != nil
    case 3: return state.screen.login != nil
    case 4: return state.screen.home != nil
    default: return state.profile != nil
    }
  }

  /// Returns whether the child at the end of the path exists.
  static func isPresent(_ way: [ScopeKey], in state: State) -> Bool {
    switch way.first {
    case nil: return true
    case "detail": return state.detail != nil
    case "login": return state.screen.login != nil
    case "home": return state.screen.home != nil
    case "profile": return way.count == 1 || state.profile.map { way[1] == .number($0.id) } == true
    case "rows":
      guard way.count > 1 else { return true }
      let row = state.rows.first { way[1] == .number($0.id) }
      return way.count == 2 ? row != nil : row?.photo != nil
    default: return false
    }
  }

  /// Returns the long-lived effects of all existing features, feature by feature.
  static func longLived(in state: State) -> [(way: [ScopeKey], effects: [(name: String, effect: Int)])] {
    var all: [(way: [ScopeKey], effects: [(name: String, effect: Int)])] = []
    func name(_ way: [ScopeKey], _ feature: (some LawState)?, _ offset: Int, isMuted: Bool = false) {
      guard let feature else { return }
      all.append((way, isMuted ? [] : feature.lasting.map { (lawIDs[$0 / 100 - 5], $0 + offset) }))
    }
    name([], state, 0)
    name(["detail"], state.detail, 1_000)
    name(["profile", .number(state.profile?.id ?? 0)], state.profile, 5_000, isMuted: state.isMuting)
    for row in state.rows {
      name(["rows", .number(row.id)], row, 10_000 * (row.id + 1), isMuted: state.isMuting)
      name(["rows", .number(row.id), "photo"], row.photo, 10_000 * (row.id + 1) + 2_000)
    }
    name(["login"], state.screen.login, 3_000)
    name(["home"], state.screen.home, 4_000)
    return all
  }
}
