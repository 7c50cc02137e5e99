import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets

/// A state or screen as it was last sent, divided into parts. Parts that an action hasn't changed aren't encoded, masked or
/// compared again, so the cost of an update is proportional to the change.
///
/// The state's own `encode(to:)` provides its members. A member with unchanged bytes is skipped. A member that consists
/// of members itself is entered. In a list, only the elements that differ are examined. All other members are encoded
/// as a whole, masked, and compared with what was sent. The result is the difference between the two masked states.
///
/// `@unchecked Sendable` is safe because the owner uses an instance only while holding a lock, and only JSON leaves it.
final class StateParts: @unchecked Sendable {
  /// The maximum depth of parts. Deeper values are encoded as a whole.
  static let depth = 24

  private let root = StatePart("", nil)
  /// What makes two elements of a list the same.
  private let equality: PartEquality
  /// Masks the secrets, or `nil` to mask nothing.
  private let masker: Masker?
  // Exclusivity holds: no code that is called while one of these properties is modified accesses it.
  @exclusivity(unchecked) private var path: [JSONPath.Step] = []
  @exclusivity(unchecked) private var differences: [JSONDifference] = []
  /// The information for undoing the changes of this update, newest last.
  @exclusivity(unchecked) private var changes: [(part: StatePart, before: Before)] = []
  /// The number of enclosing parts that are sent for the first time. Their contents don't count as differences.
  @exclusivity(unchecked) private var newParts = 0
  /// Whether a type's encoding differs from the expected form.
  @exclusivity(unchecked) private(set) var isIrregular = false
  @exclusivity(unchecked) private var hasChanged = false
  /// The path to the part that is updated, or `nil` to update all parts.
  @exclusivity(unchecked) private var query: [QueryPath.Step]?

  /// The previous content of a part.
  private enum Before {
    case json(JSON)
    /// The elements of a list that were replaced by those in a range.
    case elements(Range<Int>, [JSON])
  }

  /// The path to a long list most of whose elements were encoded again because they can't be compared, or `nil`.
  private(set) var slowList: JSONPath?

  /// The reason why the latest state can't be encoded, with the path to the value; `nil` if it can.
  private(set) var problem: String?

  /// Thrown through a type's `encode(to:)` to abandon the encoding.
  struct Irregular: Error {}

  /// - Parameters:
  ///   - equality: What makes two elements of a list the same.
  ///   - masker: Masks the secrets, or `nil` to mask nothing.
  init(_ equality: PartEquality, _ masker: Masker?) {
    self.equality = equality
    self.masker = masker
  }

  /// The whole state as it was last sent, or `null` before that.
  var whole: JSON { root.whole }

  /// Returns the value at a path, or `nil` if there is none or if it can't be encoded, for the reason in ``problem``.
  ///
  /// Only the parts on the path are updated. All others stay as they were when they were last queried.
  func value(at path: QueryPath, in state: some Encodable) -> JSON? {
    query = path.steps
    defer { query = nil }
    return update(state) == nil ? nil : root.value(at: path.steps[...])
  }

  /// Returns the differences from the previous state, and whether any part of the state was written. Returns `nil` and
  /// forgets the previous state if the new one can't be encoded, for the reason in ``problem``.
  func update(_ state: some Encodable) -> (differences: [JSONDifference], isWritten: Bool)? {
    // A query doesn't need the differences.
    (newParts, isIrregular, hasChanged) = (query == nil ? 0 : 1, false, root.form != .members)
    path.removeAll(keepingCapacity: true)
    defer {
      differences = []
      changes.removeAll(keepingCapacity: changes.count <= 16)
    }
    do {
      try change(root, state)
      problem = nil
      return (differences, hasChanged)
    } catch {
      // Parts of the new state are stored already, but not their differences.
      root.reset()
      problem = Self.problem(with: state) ?? "\(error)"
      return nil
    }
  }

  /// Returns the reason why a value can't be encoded, with the path to it.
  private static func problem(with value: some Encodable) -> String? {
    do throws(JSONError) {
      _ = try JSON(encoding: value)
      return nil
    } catch { return "\(error)" }
  }
}

// The methods that encoders call.
extension StateParts {
  /// Updates the next member of a part.
  func encode<Value: Encodable>(_ value: Value, _ name: String, of parent: StatePart) throws {
    try update(name, of: parent, value) { try change($0, value) }
  }

  /// Updates the next member of a part, which may be `nil`.
  func encode<Value: Encodable>(_ value: Value?, orNullAs name: String, of parent: StatePart) throws {
    try update(name, of: parent, value) { part in
      if let value { try change(part, value) } else { try replace(part) { _ in } }
    }
  }

  private func update<Value>(
    _ name: String, of parent: StatePart, _ value: Value, _ change: (StatePart) throws -> Void
  ) throws {
    let part = try member(name, of: parent)
    if let step = queriedKey(at: path.count), step != name { return }
    if part.holds(value) { return }
    hasChanged = true
    path.append(.key(name))
    defer { path.removeLast() }
    try change(part)
    // A part of which only one member has been updated doesn't represent this value.
    if part.form == .members, queriedKey(at: path.count) != nil { part.release() } else { part.hold(value) }
  }

  /// Returns the only member that is queried at a depth, or `nil` if all are.
  private func queriedKey(at depth: Int) -> String? {
    guard let query, depth < query.count, case .key(let name) = query[depth] else { return nil }
    return name
  }

  private func member(_ name: String, of parent: StatePart) throws -> StatePart {
    let index = parent.visited
    parent.visited += 1
    if isIrregular { throw Irregular() }
    if index < parent.members.count {
      let member = parent.members[index]
      if member.name == name { return member }
    } else if parent.form == .new, !parent.members.contains(where: { $0.name == name }),
      masker?.masked(name: name) ?? name == name
    {
      let member = StatePart(name, masker?.kind(ofMember: name, in: parent.kind))
      parent.members.append(member)
      return member
    }
    throw refuse()
  }

  /// Marks the current value as not having the expected form.
  @discardableResult func refuse() -> Irregular {
    isIrregular = true
    return Irregular()
  }

  /// Whether a value must be encoded as a whole, because other encoders encode it differently.
  static func isWhole(_ value: some Encodable) -> Bool { value is any WholeValue }
}

// The methods that update parts.
extension StateParts {
  private func change<Value: Encodable>(_ part: StatePart, _ value: Value) throws {
    switch part.form {
    case .new: try replace(part) { try send($0, value) }
    case .whole: try store(part, encoded(value, part.kind))
    case .elements: try changeElements(part, value)
    case .members:
      let mark = (differences.count, changes.count)
      part.visited = 0
      do { try value.encode(to: PartEncoder(parts: self, part: part)) } catch { refuse() }
      guard isIrregular || part.visited != part.members.count else { return }
      takeBack(mark)
      isIrregular = false
      try replace(part) { try send($0, value) }
    }
  }

  /// Encodes a part again from scratch, and compares it with its previous content.
  private func replace(_ part: StatePart, _ send: (StatePart) throws -> Void) throws {
    let before = part.whole
    let isNew = part.form == .new && newParts > 0
    part.reset()
    newParts += 1
    do {
      defer { newParts -= 1 }
      try send(part)
    } catch {
      part.reset()
      part.json = before
      part.release()
      throw error
    }
    guard newParts == 0, !isNew else { return }
    let after = part.whole
    if before == after { return }
    changes.append((part, .json(before)))
    JSONDifference.collect(before, after, &path, &differences)
  }

  /// Encodes a new part in the most suitable form.
  private func send<Value: Encodable>(_ part: StatePart, _ value: Value) throws {
    if let list = value as? any PartList {
      let json = try encoded(value, part.kind)
      if let elements = json.array, elements.count == list.count, !elements.contains(where: { $0.string != nil }) {
        part.form = .elements
        part.elements = elements
        return
      }
      return store(part, json)
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
    store(part, try encoded(value, part.kind))
  }

  /// Updates a part that is stored as one value.
  private func store(_ part: StatePart, _ json: JSON) {
    part.form = .whole
    if newParts == 0 {
      let known = differences.count
      JSONDifference.collect(part.json, json, &path, &differences)
      if differences.count > known { changes.append((part, .json(part.json))) }
    }
    part.json = json
  }

  private func takeBack(_ mark: (differences: Int, changes: Int)) {
    differences.removeSubrange(mark.differences...)
    while changes.count > mark.changes, let (part, before) = changes.popLast() {
      part.release()
      switch before {
      case .elements(let range, let elements): part.elements.replaceSubrange(range, with: elements)
      case .json(let json):
        part.reset()
        part.json = json
      }
    }
  }

  private func encoded<Value: Encodable>(_ value: Value, _ kind: SecretKind?, below steps: Int = 0) throws -> JSON {
    let json = try Self.json(value)
    return masker?.masked(json, kind, path.count + steps) ?? json
  }

  /// The most frequent types don't need an encoder.
  private static func json<Value: Encodable>(_ value: Value) throws -> JSON {
    if Value.self == Int.self, let number = value as? Int { return .number(JSONNumber(number)) }
    if Value.self == Bool.self, let bool = value as? Bool { return .bool(bool) }
    if Value.self == String.self, let text = value as? String { return .string(text) }
    return try JSON(encoding: value, .complete)
  }
}

// The methods that update lists.
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
    try replace(part) { try send($0, value) }
  }

  /// Returns `false` if the list must be encoded again from scratch.
  private func changeElements<List: PartList>(_ part: StatePart, _ list: List) throws -> Bool {
    let known = part.retained(as: List.self) ?? part.retained(as: List?.self).flatMap { $0 }
    guard let known, known.count == part.elements.count else { return false }
    // Each range is valid after the edits before it.
    for edit in list.edits(since: known, equality) {
      if equality.isSlow(List.self, edit) { slowList = JSONPath(path) }
      var new: [JSON] = []
      for position in edit.new {
        let json = try encoded(list[position], part.kind, below: 1)
        if json.string != nil { return false }
        new.append(json)
      }
      let range = edit.new.lowerBound..<edit.new.lowerBound + edit.old.count
      let before = newParts > 0 ? [] : Array(part.elements[range])
      part.elements.replaceSubrange(range, with: new)
      if newParts > 0 { continue }
      changes.append((part, .elements(edit.new, before)))
      JSONDifference.collect(before[...], part.elements[edit.new], &path, &differences)
    }
    return true
  }
}
