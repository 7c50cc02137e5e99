import ColmeiaJSON

/// Finds out the shape of a type by letting it decode what does not exist.
final class Probe {
  /// Thrown where no value can be invented.
  struct CannotInvent: Error {}

  /// Texts that types which check their texts may take.
  static let samples = [
    "text", "ann@example.org", "https://example.org/a.png", "/feed", "2026-11-21", "2026-11-21T12:00:00Z", "1", "",
    "00000000-0000-4000-8000-000000000000",
  ]

  /// What was found out about a type, and which types it is made of, itself included.
  private struct Known {
    let shape: Shape
    let value: Any?
    let parts: Set<ObjectIdentifier>
  }

  /// The types that are being looked at, outermost first.
  private var open: [ObjectIdentifier] = []
  /// The types whose shapes do not depend on where they come.
  private var known: [ObjectIdentifier: Known] = [:]
  /// What the type at hand is made of; and the outermost of the open types that it is a part of, if it is.
  private var (parts, outermost): (Set<ObjectIdentifier>, Int) = ([], .max)
  /// The members and cases on the way to what is wanted, the first one of the outermost type; none, if all are wanted. Enums
  /// that do not list their cases have those of them that they know.
  private var way: [String] = []
  /// How far the type at hand is on the way; behind its end all is wanted.
  private var depth = 0
  /// Whether values are wanted, and no shapes; and the values that were invented then.
  private var (isForValue, values): (Bool, [ObjectIdentifier: Any]) = (false, [:])
  /// What the types are called whose shapes were found, the first of those with the same shape.
  private(set) var names: [Shape: String] = [:]
  private let namesShapes: Bool
  /// How many types may still be looked at, so that the search ends whatever a type does.
  private var budget = 20_000
  /// The text that is given for the texts of the type at hand.
  var sample = Probe.samples[0]

  /// - Parameter namesShapes: whether ``names`` is wanted.
  init(namesShapes: Bool = false) { self.namesShapes = namesShapes }

  /// The shape of a type; `.any` when nothing can be found out.
  static func shape<Value: Decodable>(of type: Value.Type) -> Shape { Probe().look(type).shape }

  /// The shape of a type: of an enum on the way all cases that it lists, but only the payload of the one on the way; of
  /// another type all members, but only the shape of the one on the way.
  ///
  /// - Parameter way: the names of members and cases, one within the other.
  func shape<Value: Decodable>(of type: Value.Type, way: [String]) -> Shape {
    (self.way, depth) = (way, 0)
    defer { self.way = [] }
    return look(type).shape
  }

  /// The shape of a type, and a value of it if one can be invented.
  func look<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?) {
    budget -= 1
    if budget < 0 || open.count > 64 {
      outermost = 0
      return (.any, nil)
    }
    let id = ObjectIdentifier(type)
    if let place = open.firstIndex(of: id) {
      outermost = min(outermost, place)
      return (.again("\(type)"), nil)
    }
    if let known = known[id], known.parts.isDisjoint(with: open) {
      parts.formUnion(known.parts)
      return (known.shape, known.value as? Value)
    }
    if let simple = scalar(type) ?? collection(type) { return (simple.shape, simple.value as? Value) }
    if isForValue, let value = values[id] as? Value { return (.any, value) }
    return lookOnce(type, id)
  }

  /// A value of a member's type; and the member's shape, if it is wanted.
  func look<Value: Decodable>(_ type: Value.Type, member: String) -> (shape: Shape, value: Value?) {
    let outer = (isForValue, depth)
    defer { (isForValue, depth) = outer }
    go(to: member)
    return look(type)
  }

  /// The next step on the way, or away from it.
  private func go(to name: String) {
    guard depth < way.count else { return }
    if way[depth] == name { depth += 1 } else { isForValue = true }
  }

  /// The shape of what may be absent, such as an element of a collection, which no value needs.
  ///
  /// - Parameters:
  ///   - member: the name of the member that it is, if it is one.
  ///   - hasName: whether it has a name there, whatever that is.
  func element<Element: Decodable>(_ type: Element.Type, member: String? = nil, hasName: Bool = false) -> Shape {
    let outer = (isForValue, depth)
    defer { (isForValue, depth) = outer }
    if let member { go(to: member) }
    if isForValue { return .any }
    if hasName, depth < way.count { depth += 1 }
    return look(type).shape
  }

  private func lookOnce<Value: Decodable>(_ type: Value.Type, _ id: ObjectIdentifier) -> (shape: Shape, value: Value?) {
    let around = (parts: parts, outermost: outermost)
    let isOnWay = depth < way.count
    (parts, outermost) = ([id], .max)
    open.append(id)
    let found = lookInside(type)
    open.removeLast()
    if found.shape.isWorthAName { name(found.shape, type) }
    let isPartOfNone = outermost >= open.count
    if isForValue {
      values[id] = found.value
    } else if isPartOfNone, !isOnWay {
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

  private func lookInside<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?) {
    let outer = sample
    defer { sample = outer }
    var found: Record?
    for text in Self.samples {
      sample = text
      var record = Record(self)
      var value = try? Value(from: ProbeDecoder(record: record))
      if value == nil, record.wasElementAsked {
        // A list is a value with nothing in it, too.
        let shape = record.shapeSoFar
        record = Record(self, hasElements: false)
        value = try? Value(from: ProbeDecoder(record: record))
        if value != nil { record.single = shape }
      }
      if let keys = record.cases {
        if isForValue { return (.any, value ?? firstValue(type, keys)) }
        return looksOtherwise(type) ? (.any, value) : cases(type, keys, value)
      }
      if record.isText, let listed = listedTexts(type) { return (listed.shape, listed.value as? Value) }
      if let value, isForValue { return (record.hasText ? .text(sample) : .any, value) }
      if let value { return (looksOtherwise(type) ? .any : record.shape(of: value), value) }
      if !record.isText || found == nil { found = record }
      if !record.hasText { break }
    }
    return (found?.shapeSoFar ?? .any, nil)
  }

  /// Whether a type goes on when the first that it asks for is not there: then its values look like something else as well.
  private func looksOtherwise<Value: Decodable>(_ type: Value.Type) -> Bool {
    let record = Record(self, refusesFirst: true)
    let value = try? Value(from: ProbeDecoder(record: record))
    return record.goesOn || value != nil && record.hasRefused
  }

  /// The value of the first case that has one.
  private func firstValue<Value: Decodable>(_ type: Value.Type, _ keys: any CodingKey.Type) -> Value? {
    for name in CaseNames.of(keys) ?? way.filter({ keys.init(stringValue: $0) != nil }) {
      if let value = oneCase(type, name).value { return value }
    }
    return nil
  }

  /// Lets the type decode each of its cases, as far as they are known.
  private func cases<Value: Decodable>(
    _ type: Value.Type, _ keys: any CodingKey.Type, _ value: Value?
  ) -> (shape: Shape, value: Value?) {
    let names = CaseNames.of(keys)
    var (cases, value): ([Shape.Case], Value?) = ([], value)
    for name in names ?? way.filter({ keys.init(stringValue: $0) != nil }) {
      if depth < way.count, way[depth] != name {
        cases.append(Shape.Case(name: name, payload: nil, isWhole: false))
        continue
      }
      let found = oneCase(type, name)
      cases.append(found.shape)
      value = value ?? found.value
    }
    if value == nil, depth < way.count { value = firstValue(type, keys) }
    if names != nil { return (.choice(cases), value) }
    // So that no shape is kept which depends on the way.
    if !way.isEmpty { outermost = 0 }
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
