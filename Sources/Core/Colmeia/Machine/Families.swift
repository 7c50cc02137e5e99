/// Counts the effects and timers that descend from each sent action, so that a caller can wait for all of them. A family
/// is founded by the first effect that the action starts, and ends with its last one.
@usableFromInline struct Families: Sendable {
  /// A family. The number is never used twice.
  @usableFromInline struct ID: Hashable, Sendable {
    @usableFromInline let number: UInt64
    @usableFromInline let index: Int
  }

  /// Where an action comes from.
  @usableFromInline enum Origin: Sendable {
    /// It was sent. Nothing has been started yet.
    case sent
    /// It was sent, and waited in a queue under this number.
    case ticket(UInt64)
    case family(ID)
    /// From a long-lived effect, for which nobody waits.
    case longLived
  }

  private struct Family: Sendable {
    var number: UInt64
    var count = 0
    var ticket: UInt64?
    var isWatched = false
    /// The priority of the task that has sent the action. It applies to the tasks of the effects.
    var priority: UInt8
  }

  private var all: [Family] = []
  private var free: [Int] = []
  private var newest: UInt64 = 0
  /// The families of actions that waited in a queue, by their tickets.
  private var tickets: [UInt64: ID] = [:]
  /// The families that have ended although somebody waits for them.
  @usableFromInline var ended: [ID] = []

  @usableFromInline init() {}

  /// Adds an effect or a timer to the family of the current action, and founds it if necessary.
  mutating func join(_ origin: inout Origin, priority: UInt8) -> ID? {
    switch origin {
    case .longLived: return nil
    case .family(let id): all[id.index].count += 1
    case .sent: origin = .family(add(nil, priority))
    case .ticket(let ticket): origin = .family(add(ticket, priority))
    }
    if case .family(let id) = origin { return id }
    return nil
  }

  private mutating func add(_ ticket: UInt64?, _ priority: UInt8) -> ID {
    newest += 1
    let family = Family(number: newest, count: 1, ticket: ticket, priority: priority)
    let index = free.popLast() ?? all.count
    if index == all.count { all.append(family) } else { all[index] = family }
    let id = ID(number: newest, index: index)
    if let ticket { tickets[ticket] = id }
    return id
  }

  /// Removes an effect or a timer from its family.
  mutating func leave(_ id: ID) {
    all[id.index].count -= 1
    if all[id.index].count > 0 { return }
    if all[id.index].isWatched { ended.append(id) }
    if let ticket = all[id.index].ticket { tickets[ticket] = nil }
    all[id.index].number = 0
    free.append(id.index)
    if free.count == all.count, all.count > 1_024 { (all, free, tickets) = ([], [], [:]) }
  }

  @inline(__always) func priority(of id: ID) -> UInt8 { all[id.index].priority }

  @usableFromInline func family(of ticket: UInt64) -> ID? { tickets[ticket] }

  /// Whether the family hasn't ended.
  @usableFromInline func exists(_ id: ID) -> Bool { id.index < all.count && all[id.index].number == id.number }

  /// Remembers that somebody waits for the family. Returns `false` if it has ended.
  @usableFromInline mutating func watch(_ id: ID) -> Bool {
    if !exists(id) { return false }
    all[id.index].isWatched = true
    return true
  }
}
