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
  /// The cases on the way to what is wanted, the first one of the outermost type, or its member; none, if all are wanted.
  /// Enums that do not list their cases have those of them that they know.
  private var way: [String] = []
  /// Whether the last shape has enums that do not list their cases, and so has more in it on another way.
  private(set) var dependsOnWay = false
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

  /// The shape of a type: of an enum all cases that it lists, but only the payload of the first on the way; of another
  /// type all members, but only the shape of the first on the way.
  ///
  /// - Parameter way: the names of cases, one within the other, or of a member.
  func shape<Value: Decodable>(of type: Value.Type, way: [String]) -> Shape {
    (self.way, dependsOnWay) = (way, false)
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
    let outer = isForValue
    defer { isForValue = outer }
    if open.count == 1, let wanted = way.first, wanted != member { isForValue = true }
    return look(type)
  }

  /// The shape of what a collection may hold, which no value of it needs.
  func element<Element: Decodable>(_ type: Element.Type) -> Shape { isForValue ? .any : look(type).shape }

  private func lookOnce<Value: Decodable>(_ type: Value.Type, _ id: ObjectIdentifier) -> (shape: Shape, value: Value?) {
    let around = (parts: parts, outermost: outermost)
    (parts, outermost) = ([id], .max)
    open.append(id)
    let found = lookInside(type)
    open.removeLast()
    if found.shape.isWorthAName { name(found.shape, type) }
    let isPartOfNone = outermost >= open.count
    if isForValue {
      values[id] = found.value
    } else if isPartOfNone, way.isEmpty || !open.isEmpty {
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
      if open.count == 1, let only = way.first, only != name {
        cases.append(Shape.Case(name: name, payload: nil, isWhole: false))
        continue
      }
      let found = oneCase(type, name)
      cases.append(found.shape)
      value = value ?? found.value
    }
    if names != nil { return (.choice(cases), value) }
    // So that no shape is kept which depends on the way.
    if !way.isEmpty { (outermost, dependsOnWay) = (0, true) }
    return (.unlisted(cases, UnlistedCases(type, keys)), value)
  }

  /// Lets the type decode one of its cases.
  private func oneCase<Value: Decodable>(_ type: Value.Type, _ name: String) -> (shape: Shape.Case, value: Value?) {
    var found = (shape: Shape.Case(name: name, payload: nil, isWhole: false), value: Value?.none)
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

/// What one run of `init(from:)` has asked for.
final class Record {
  let probe: Probe
  /// The case that the type is to be, if it is an enum.
  let wanted: String?
  /// The keys of the type's cases, once it has asked for all of them as an enum does.
  var cases: (any CodingKey.Type)?
  var fields: [Shape.Field] = []
  /// The payloads of the wanted case.
  var payload: [Shape.Field]?
  /// The shape of a type that is one value.
  var single: Shape?
  /// Whether a text was asked for, here or below.
  var hasText = false
  /// The key types with which the type has asked for its members.
  var keys: [any CodingKey.Type] = []
  /// Whether the type has looked whether it is `null`; and the members of which it has, or whether they are there.
  var asksForNil = false
  var maybe: Set<String> = []
  /// The labels of the wanted case's payloads.
  var labels: (any CodingKey.Type)?
  /// Whether lists are to have an element.
  let hasElements: Bool
  var wasElementAsked = false
  /// Whether the first that is asked for is not there; whether that was so, and whether more was asked for then.
  let refusesFirst: Bool
  var (hasRefused, goesOn) = (false, false)

  init(_ probe: Probe, case wanted: String? = nil, hasElements: Bool = true, refusesFirst: Bool = false) {
    self.probe = probe
    self.wanted = wanted
    self.hasElements = hasElements
    self.refusesFirst = refusesFirst
  }

  var isText: Bool { if case .text = single { true } else { false } }
  /// What is known when the type was made; what it has asked for may depend on what it was told.
  func shape(of value: Any) -> Shape {
    single ?? (hasAskedForAll(value) ? .record(fields) : .partial(fields.map(\.maybe)))
  }

  /// Whether the type has asked for all keys that it lists; or, where it lists none, for one for each of its stored
  /// properties, but for those that are no keys.
  private func hasAskedForAll(_ value: Any) -> Bool {
    let asked = Set(fields.map(\.name))
    let listed = keys.compactMap(CaseNames.of)
    if listed.count == keys.count { return Set(listed.joined()) == asked }
    let properties = Mirror(reflecting: value).children.compactMap(\.label).map { label in
      // A property wrapper is stored with a `_` in front.
      label.hasPrefix("_") && !asked.contains(label) ? String(label.dropFirst()) : label
    }
    return asked.isSubset(of: properties)
      && properties.allSatisfy { name in asked.contains(name) || !keys.contains { $0.init(stringValue: name) != nil } }
  }

  /// The wanted case with its payloads, also those that were not asked for because none could be invented for the one
  /// before, as far as these are known.
  func caseShape(_ name: String, isMade: Bool) -> Shape.Case {
    guard let payload, let labels, !isMade else { return Shape.Case(name: name, payload: payload, isWhole: isMade) }
    let known = Dictionary(payload.map { ($0.name, $0) }) { first, _ in first }
    let listed = CaseNames.of(labels)
    let names = listed ?? payload.map(\.name)
    return Shape.Case(
      name: name, payload: names.map { known[$0] ?? Shape.Field(name: $0, shape: .any) }, isWhole: false,
      isOpen: listed == nil)
  }

  /// Says that the first is not there.
  func refuse() throws {
    guard refusesFirst else { return }
    if hasRefused { goesOn = true }
    hasRefused = true
    throw Probe.CannotInvent()
  }
  /// What is known when the type could not be made.
  var shapeSoFar: Shape { single ?? .partial(fields) }

  /// - Parameter member: the name of the member that is asked for, if it is one.
  func ask<Value: Decodable>(_ type: Value.Type, member: String? = nil, _ keep: (Shape) -> Void) throws -> Value {
    let (shape, value) = member.map { probe.look(type, member: $0) } ?? probe.look(type)
    keep(shape)
    if shape.hasText { hasText = true }
    guard let value else { throw Probe.CannotInvent() }
    return value
  }
}

extension Shape {
  /// Whether another text might make a difference.
  var hasText: Bool {
    switch self {
    case .text: true
    case .record(let fields), .partial(let fields): fields.contains { $0.shape.hasText }
    case .optional(let shape), .list(let shape), .map(let shape): shape.hasText
    case .choice, .unlisted, .names, .number, .bool, .again, .any: false
    }
  }
}
