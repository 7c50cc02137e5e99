import ColmeiaTable

/// A feature without children.
struct LawLeaf: Reducer {
  struct State: LawState {
    var log: UInt64 = 0
    var lasting: [Int] = []
    mutating func set(_ member: Member, isPresent: Bool) {}
  }
  typealias Effect = Int
  typealias Output = Int
  typealias Action = Orders
  func reduce(into state: inout State, action: Orders) -> Effects { state.reduce(action) }
  func longLived(in state: State) -> LongLivedEffects<Int> { state.lastingEffects }
}

/// A feature with an identity.
struct LawProfile: Reducer {
  struct State: LawState, Identifiable {
    let id: Int
    var log: UInt64 = 0
    var lasting: [Int] = []
    mutating func set(_ member: Member, isPresent: Bool) {}
  }
  typealias Effect = Int
  typealias Output = Int
  typealias Action = Orders
  var isMuted = false
  func reduce(into state: inout State, action: Orders) -> Effects { state.reduce(action) }
  func longLived(in state: State) -> LongLivedEffects<Int> { isMuted ? .none : state.lastingEffects }
}

/// A row with a child of its own.
struct LawRow: Reducer, Equatable {
  struct State: LawState, Identifiable {
    let id: Int
    var log: UInt64 = 0
    var lasting: [Int] = []
    var photo: LawLeaf.State?
    mutating func set(_ member: Member, isPresent: Bool) {
      if member == .photo { photo = isPresent ? photo ?? LawLeaf.State() : nil }
    }
  }
  enum Action: Equatable, Sendable {
    case own(Orders)
    /// The photo's action, and the orders that its parent reduces afterwards.
    case photo(Orders, then: Orders)
  }
  typealias Effect = Int
  typealias Output = Int

  var isMuted = false
  static func == (left: Self, right: Self) -> Bool { left.isMuted == right.isMuted }
  let photo = Child(
    \State.photo, LawLeaf(), { Action.photo($0, then: Orders(tag: 0, instructions: [])) }, { $0 + 2_000 })

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .own(let orders): return state.reduce(orders, cancelAll)
    case .photo(let orders, let then):
      let effects = photo.reduce(&state, orders) { $0.receive($1, from: .photo) }
      return effects + state.reduce(then, cancelAll)
    }
  }
  func cancelAll(_ member: Member) -> Effects { member == .photo ? photo.cancelAll() : .none }
  func longLived(in state: State) -> LongLivedEffects<Int> { isMuted ? .none : state.lastingEffects }
}
