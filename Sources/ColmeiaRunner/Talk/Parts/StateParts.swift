import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets

/// A state as it was told last, in parts, so that what an action has not touched is neither encoded nor masked nor compared
/// again: the cost follows the change.
///
/// A state's own `encode(to:)` hands over its members. One whose bytes are what they were is passed over, one that is itself
/// made of members is entered, of a list the elements that differ are looked at; what is left is encoded as a whole, masked,
/// and compared with what was told. So the differences are those between the two masked states.
///
/// `@unchecked Sendable`: its owner uses it under a lock, and nothing of it leaves but JSON.
final class StateParts: @unchecked Sendable {
  /// How deep it goes; what is deeper is told as a whole.
  static let depth = 24

  private let root = StatePart("", nil)
  private var known = MaskerSnapshot()
  private var masker: Masker { known.masker }
  // Nothing that is called while one of these is changed comes back here.
  @exclusivity(unchecked) private var path: [JSONPath.Step] = []
  @exclusivity(unchecked) private var differences: [JSONDifference] = []
  /// How to take back what was noted in this round, newest last.
  @exclusivity(unchecked) private var changes: [(part: StatePart, before: Before)] = []
  /// How many parts are being told for the first time: what is in them is no difference.
  @exclusivity(unchecked) private var newParts = 0
  /// Whether a type encodes in another way than was thought.
  @exclusivity(unchecked) private(set) var isIrregular = false
  @exclusivity(unchecked) private var hasChanged = false

  /// What a part was.
  private enum Before {
    case json(JSON)
    case element(Int, JSON)
    case elements([JSON])
  }

  /// Thrown through a type's `encode(to:)` that is of no use any more.
  struct Irregular: Error {}

  /// The whole state as it was told; `null` before that.
  var whole: JSON { root.whole }

  /// What differs in a state from the one before, and whether anything in it was written; `nil` for one that cannot be
  /// encoded, which is passed over.
  func update(_ state: some Encodable, _ masker: MaskerSnapshot) -> (differences: [JSONDifference], isWritten: Bool)? {
    // What has become a secret since is masked wherever it is, and what was one while it was typed is shown again.
    if masker !== known {
      if masker.masker.knowsOther(than: known.masker) { forget() }
      known = masker
    }
    (newParts, isIrregular, hasChanged) = (0, false, root.form != .members)
    path.removeAll(keepingCapacity: true)
    defer {
      differences = []
      changes.removeAll(keepingCapacity: changes.count <= 16)
    }
    do { try change(root, state) } catch { return nil }
    return (differences, hasChanged)
  }

  /// Looks at everything the next time, and compares it with what was told.
  private func forget() {
    if root.form == .new { return }
    let known = root.whole
    root.reset()
    root.json = known
  }
}

// What encoders hand over.
extension StateParts {
  /// The next member of a part.
  func put<Value: Encodable>(_ value: Value, _ name: String, of parent: StatePart) throws {
    let part = try member(name, of: parent)
    if part.holds(value) { return }
    hasChanged = true
    path.append(.key(name))
    defer { path.removeLast() }
    try change(part, value)
    part.hold(value)
  }

  /// The next member of a part, which may be nothing.
  func put<Value: Encodable>(_ value: Value?, orNullAs name: String, of parent: StatePart) throws {
    let part = try member(name, of: parent)
    if part.holds(value) { return }
    hasChanged = true
    path.append(.key(name))
    defer { path.removeLast() }
    if let value { try change(part, value) } else { try replace(part) { _ in } }
    part.hold(value)
  }

  private func member(_ name: String, of parent: StatePart) throws -> StatePart {
    let index = parent.visited
    parent.visited += 1
    if isIrregular { throw Irregular() }
    if index < parent.members.count {
      let member = parent.members[index]
      if member.name == name { return member }
    } else if parent.form == .new, !parent.members.contains(where: { $0.name == name }), masker(name) == name {
      let member = StatePart(name, masker.kind(ofMember: name, in: parent.kind))
      parent.members.append(member)
      return member
    }
    throw refuse()
  }

  /// Says that a value is not what it has seemed.
  @discardableResult func refuse() -> Irregular {
    isIrregular = true
    return Irregular()
  }

  /// Whether a value has another form here than it would have in an encoder of another kind.
  static func isWhole(_ value: some Encodable) -> Bool { value is any WholeValue }
}

// How a part becomes another.
extension StateParts {
  private func change<Value: Encodable>(_ part: StatePart, _ value: Value) throws {
    switch part.form {
    case .new: try replace(part) { try tell($0, value) }
    case .whole: try note(part, encoded(value, part.kind))
    case .elements: try changeElements(part, value)
    case .members:
      let mark = (differences.count, changes.count)
      part.visited = 0
      do { try value.encode(to: PartEncoder(parts: self, part: part)) } catch { refuse() }
      guard isIrregular || part.visited != part.members.count else { return }
      takeBack(mark)
      isIrregular = false
      try replace(part) { try tell($0, value) }
    }
  }

  /// Tells a part anew, and compares it with what it was.
  private func replace(_ part: StatePart, _ tell: (StatePart) throws -> Void) throws {
    let before = part.whole
    let isNew = part.form == .new && newParts > 0
    part.reset()
    newParts += 1
    do {
      defer { newParts -= 1 }
      try tell(part)
    } catch {
      part.reset()
      part.json = before
      part.letGo()
      throw error
    }
    guard newParts == 0, !isNew else { return }
    let after = part.whole
    if before == after { return }
    changes.append((part, .json(before)))
    JSONDifference.collect(before, after, JSONPath(path), &differences)
  }

  /// Finds out how a new part is best kept.
  private func tell<Value: Encodable>(_ part: StatePart, _ value: Value) throws {
    if let list = value as? any PartList {
      let json = try encoded(value, part.kind)
      if let elements = json.array, elements.count == list.count, !elements.contains(where: { $0.string != nil }) {
        part.form = .elements
        part.elements = elements
        return
      }
      return note(part, json)
    }
    if !Self.isWhole(value), path.count < Self.depth {
      do { try value.encode(to: PartEncoder(parts: self, part: part)) } catch { refuse() }
      if !isIrregular, !part.members.isEmpty {
        part.form = .members
        return
      }
      isIrregular = false
      part.reset()
    }
    note(part, try encoded(value, part.kind))
  }

  /// What a part that is told as a whole is now.
  private func note(_ part: StatePart, _ json: JSON) {
    part.form = .whole
    if newParts == 0 {
      let known = differences.count
      JSONDifference.collect(part.json, json, JSONPath(path), &differences)
      if differences.count > known { changes.append((part, .json(part.json))) }
    }
    part.json = json
  }

  private func takeBack(_ mark: (differences: Int, changes: Int)) {
    differences.removeSubrange(mark.differences...)
    while changes.count > mark.changes, let (part, before) = changes.popLast() {
      part.letGo()
      switch before {
      case .element(let index, let json): part.elements[index] = json
      case .elements(let elements): part.elements = elements
      case .json(let json):
        part.reset()
        part.json = json
      }
    }
  }

  private func encoded<Value: Encodable>(_ value: Value, _ kind: SecretKind?, below steps: Int = 0) throws -> JSON {
    masker.masked(try Self.json(value), kind, path.count + steps)
  }

  /// What is encoded most needs no encoder.
  private static func json<Value: Encodable>(_ value: Value) throws -> JSON {
    if Value.self == Int.self, let number = value as? Int { return .number(JSONNumber(number)) }
    if Value.self == Bool.self, let bool = value as? Bool { return .bool(bool) }
    if Value.self == String.self, let text = value as? String { return .string(text) }
    return try JSON(encoding: value, .complete)
  }
}

// Lists.
extension StateParts {
  private func changeElements<Value: Encodable>(_ part: StatePart, _ value: Value) throws {
    let mark = (differences.count, changes.count)
    do {
      if let list = value as? any PartList, try changeElements(part, list) { return }
    } catch {
      takeBack(mark)
      throw error
    }
    takeBack(mark)
    try replace(part) { try tell($0, value) }
  }

  /// `false` when the list has to be told anew.
  private func changeElements<List: PartList>(_ part: StatePart, _ list: List) throws -> Bool {
    let known = part.held(as: List.self) ?? part.held(as: List?.self).flatMap { $0 }
    guard let known, known.count == part.elements.count else { return false }
    if known.count == list.count, let places = list.changedPositions(since: known) {
      for place in places {
        let json = try encoded(list[place], part.kind, below: 1)
        if json.string != nil { return false }
        let before = part.elements[place]
        if before != json {
          changes.append((part, .element(place, before)))
          JSONDifference.collect(before, json, JSONPath(path + [.index(place)]), &differences)
        }
        part.elements[place] = json
      }
      return true
    }
    let same = list.sameEnds(as: known)
    var middle: [JSON] = []
    for place in same.head..<list.count - same.tail {
      let json = try encoded(list[place], part.kind, below: 1)
      if json.string != nil { return false }
      middle.append(json)
    }
    let before = part.elements
    part.elements = before[..<same.head] + middle + before[(before.count - same.tail)...]
    changes.append((part, .elements(before)))
    differences += JSONDifference.between(before, part.elements, at: JSONPath(path), same: same)
    return true
  }
}
