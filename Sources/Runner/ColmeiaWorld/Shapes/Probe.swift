import ColmeiaJSON

/// Determines the shape of a type by decoding invented values.
package final class Probe {
  /// The error if no value can be invented.
  struct CannotInvent: Error {}

  /// Example strings, tried in order for types that validate their strings.
  package static let samples = [
    "text", "ann@example.org", "https://example.org/a.png", "/feed", "2026-11-21", "2026-11-21T12:00:00Z", "1", "",
    "00000000-0000-4000-8000-000000000000",
  ]

  /// The result for a type, and the types that it contains, including itself.
  private struct Known {
    let shape: Shape
    let value: Any?
    let parts: Set<ObjectIdentifier>
  }

  /// The types that are being examined, outermost first.
  private var open: [ObjectIdentifier] = []
  /// The results for types whose shape doesn't depend on the context.
  private var known: [ObjectIdentifier: Known] = [:]
  /// The types that the current type contains, and the index of the outermost open type that it refers to recursively.
  private var (parts, outermost): (Set<ObjectIdentifier>, Int) = ([], .max)
  /// The path of member and case names to the wanted shape. Empty if everything is wanted. Enums that don't list their
  /// cases have those that are on the path.
  private var path: [String] = []
  /// The number of steps of the path that lead to the current type. Beyond the end of the path, everything is wanted.
  private var depth = 0
  /// Whether only values are wanted, not shapes, and the values that were invented in this mode.
  private var (isForValue, values): (Bool, [ObjectIdentifier: Any]) = (false, [:])
  /// The names of the types by shape. If several types have the same shape, the first name is used.
  package private(set) var names: [Shape: String] = [:]
  private let namesShapes: Bool
  /// The shapes and values of types that aren't examined.
  let given: [ObjectIdentifier: (shape: Shape, value: any Sendable)]
  /// The number of types that may still be examined, which ensures termination.
  private var budget = 20_000
  /// The string that is provided to the current type.
  var sample = Probe.samples[0]
  /// Possible names of the cases of enums that don't list them.
  var words: [String] = []
  /// The enums of which no value could be invented, because they don't list their cases. What a type decodes after such
  /// a value isn't known.
  private(set) var unlisted: Set<UnlistedCases> = []

  /// - Parameters:
  ///   - namesShapes: Whether to collect ``names``.
  ///   - given: The shapes and values of types that aren't examined.
  package init(namesShapes: Bool = false, given: [ObjectIdentifier: (shape: Shape, value: any Sendable)] = [:]) {
    (self.namesShapes, self.given) = (namesShapes, given)
  }

  /// Returns the shape of a type, or `.any` if it can't be determined.
  static func shape<Value: Decodable>(of type: Value.Type) -> Shape { Probe().inspect(type).shape }

  /// Returns the shape of a type, restricted to a path. An enum on the path has all the cases that it lists, but only
  /// the payload of the case on the path. Any other type has all members, but only the shape of the member on the path.
  ///
  /// - Parameter path: The names of nested members and cases.
  func shape<Value: Decodable>(of type: Value.Type, path: [String]) -> Shape {
    (self.path, depth) = (path, 0)
    defer { self.path = [] }
    return inspect(type).shape
  }

  /// Returns the shape of a type, and a value if one can be invented.
  package func inspect<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?) {
    budget -= 1
    if budget < 0 || open.count > 64 {
      outermost = 0
      return (.any, nil)
    }
    let id = ObjectIdentifier(type)
    if let position = open.firstIndex(of: id) {
      outermost = min(outermost, position)
      return (.again("\(type)"), nil)
    }
    if let known = known[id], known.parts.isDisjoint(with: open) {
      parts.formUnion(known.parts)
      return (known.shape, known.value as? Value)
    }
    if let simple = scalar(type) ?? collection(type) { return (simple.shape, simple.value as? Value) }
    if isForValue, let value = values[id] as? Value { return (.any, value) }
    return examine(type, id)
  }

  /// Returns a value of a member's type, and its shape if that is wanted.
  func inspect<Value: Decodable>(_ type: Value.Type, member: String) -> (shape: Shape, value: Value?) {
    let outer = (isForValue, depth)
    defer { (isForValue, depth) = outer }
    go(to: member)
    return inspect(type)
  }

  /// Takes the next step on the path, or leaves the path.
  private func go(to name: String) {
    guard depth < path.count else { return }
    if path[depth] == name { depth += 1 } else { isForValue = true }
  }

  /// Returns the shape of a value that may be absent, such as an element of a collection. An example of the outer value
  /// does not need it.
  ///
  /// - Parameters:
  ///   - member: The name of the member, if the value is one.
  ///   - hasName: Whether the value has a name, which may be any.
  func element<Element: Decodable>(_ type: Element.Type, member: String? = nil, hasName: Bool = false) -> Shape {
    let outer = (isForValue, depth)
    defer { (isForValue, depth) = outer }
    if let member { go(to: member) }
    if isForValue { return .any }
    if hasName, depth < path.count { depth += 1 }
    return inspect(type).shape
  }

  private func examine<Value: Decodable>(_ type: Value.Type, _ id: ObjectIdentifier) -> (shape: Shape, value: Value?) {
    let around = (parts: parts, outermost: outermost)
    let isOnPath = depth < path.count
    (parts, outermost) = ([id], .max)
    open.append(id)
    let found = examineContent(type)
    open.removeLast()
    if found.shape.isWorthAName { name(found.shape, type) }
    let isPartOfNone = outermost >= open.count
    if isForValue {
      values[id] = found.value
    } else if isPartOfNone, !isOnPath {
      known[id] = Known(shape: found.shape, value: found.value, parts: parts)
    }
    parts.formUnion(around.parts)
    outermost = isPartOfNone ? around.outermost : min(outermost, around.outermost)
    return found
  }

  func name(_ shape: Shape, _ type: Any.Type) {
    guard namesShapes else { return }
    let plain = shape.plain
    if names[plain] == nil { names[plain] = TypeName.of(type) }
  }

  private func examineContent<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?) {
    let outer = sample
    defer { sample = outer }
    var found: Record?
    for text in Self.samples {
      sample = text
      var record = Record(self)
      var value = try? Value(from: ProbeDecoder(record: record))
      if value == nil, record.wasElementAsked {
        // A list can also be empty.
        let shape = record.shapeSoFar
        record = Record(self, hasElements: false)
        value = try? Value(from: ProbeDecoder(record: record))
        if value != nil { record.single = shape }
      }
      if let keys = record.cases {
        if isForValue { return (.any, value ?? firstValue(type, keys)) }
        return hasOtherForms(type) ? (.any, value) : cases(type, keys, value)
      }
      if record.isText, let listed = listedTexts(type) { return (listed.shape, listed.value as? Value) }
      if let value, isForValue { return (record.hasText ? .text(sample) : .any, value) }
      if let value { return (hasOtherForms(type) ? .any : constrained(record.shape(of: value), type), value) }
      if !record.isText || found == nil { found = record }
      if !record.hasText { break }
    }
    return (constrained(found?.shapeSoFar ?? .any, type), nil)
  }

  /// Whether a type continues if the first value it decodes is missing. If so, its values may have other forms as well.
  private func hasOtherForms<Value: Decodable>(_ type: Value.Type) -> Bool {
    let record = Record(self, refusesFirst: true)
    let value = try? Value(from: ProbeDecoder(record: record))
    return record.goesOn || value != nil && record.hasRefused
  }

  /// Returns a value of the first case for which one can be invented.
  private func firstValue<Value: Decodable>(_ type: Value.Type, _ keys: any CodingKey.Type) -> Value? {
    let listed = CaseNames.of(keys)
    for name in listed ?? (path + words).filter({ keys.init(stringValue: $0) != nil }) {
      if let value = oneCase(type, name).value { return value }
    }
    if listed == nil { unlisted.insert(UnlistedCases(type, keys)) }
    return nil
  }

  /// Lets the type decode each of its known cases.
  private func cases<Value: Decodable>(
    _ type: Value.Type, _ keys: any CodingKey.Type, _ value: Value?
  ) -> (shape: Shape, value: Value?) {
    let names = CaseNames.of(keys)
    var (cases, value): ([Shape.Case], Value?) = ([], value)
    for name in names ?? path.filter({ keys.init(stringValue: $0) != nil }) {
      if depth < path.count, path[depth] != name {
        cases.append(Shape.Case(name: name, payload: nil, isWhole: false))
        continue
      }
      let found = oneCase(type, name)
      cases.append(found.shape)
      value = value ?? found.value
    }
    if value == nil, depth < path.count || names == nil { value = firstValue(type, keys) }
    if names != nil { return (.choice(cases), value) }
    // Prevents the result from being cached, because it depends on the path.
    if !path.isEmpty { outermost = 0 }
    return (.unlisted(cases, UnlistedCases(type, keys)), value)
  }

  /// Lets the type decode one of its cases.
  private func oneCase<Value: Decodable>(_ type: Value.Type, _ name: String) -> (shape: Shape.Case, value: Value?) {
    var found = (shape: Shape.Case(name: name, payload: nil, isWhole: false), value: Value?.none)
    let outer = (isForValue, depth)
    defer { (isForValue, depth) = outer }
    go(to: name)
    for text in Self.samples {
      sample = text
      let record = Record(self, case: name)
      found.value = try? Value(from: ProbeDecoder(record: record))
      found.shape = record.caseShape(name, isMade: found.value != nil)
      if found.value != nil || !record.hasText { break }
    }
    return found
  }
}
