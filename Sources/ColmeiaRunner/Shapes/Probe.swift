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
  /// The only case of the outermost type whose payload is wanted, if not all are.
  private var only: String?
  /// What the types are called whose shapes were found, the first of those with the same shape.
  private(set) var names: [Shape: String] = [:]
  /// How many types may still be looked at, so that the search ends whatever a type does.
  private var budget = 20_000
  /// The text that is given for the texts of the type at hand.
  var sample = Probe.samples[0]

  /// The shape of a type; `.any` when nothing can be found out.
  static func shape<Value: Decodable>(of type: Value.Type) -> Shape { Probe().look(type).shape }

  /// The shape of a type: of an enum all cases, but only the payload of the one that is called `name`.
  func shape<Value: Decodable>(of type: Value.Type, only name: String) -> Shape {
    only = name
    defer { only = nil }
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
    if let simple = simple(type) { return simple }
    return lookOnce(type, id)
  }

  private func lookOnce<Value: Decodable>(_ type: Value.Type, _ id: ObjectIdentifier) -> (shape: Shape, value: Value?) {
    let around = (parts: parts, outermost: outermost)
    (parts, outermost) = ([id], .max)
    open.append(id)
    let found = lookInside(type)
    open.removeLast()
    if found.shape.isWorthAName { name(found.shape, type) }
    let isPartOfNone = outermost >= open.count
    if isPartOfNone, only == nil || !open.isEmpty {
      known[id] = Known(shape: found.shape, value: found.value, parts: parts)
    }
    parts.formUnion(around.parts)
    outermost = isPartOfNone ? around.outermost : min(outermost, around.outermost)
    return found
  }

  func name(_ shape: Shape, _ type: Any.Type) {
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
      if record.cases != nil { return looksOtherwise(type) ? (.any, value) : cases(type, record, value) }
      if let value { return (looksOtherwise(type) ? .any : record.shape, value) }
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

  /// Lets the type decode each of its cases.
  private func cases<Value: Decodable>(
    _ type: Value.Type, _ first: Record, _ value: Value?
  ) -> (shape: Shape, value: Value?) {
    var (cases, value): ([Shape.Case], Value?) = ([], value)
    for name in first.cases ?? [] {
      if open.count == 1, let only, only != name {
        cases.append(Shape.Case(name: name, payload: nil, isWhole: false))
        continue
      }
      var (fields, isWhole): ([Shape.Field]?, Bool) = (nil, false)
      for text in Self.samples {
        sample = text
        let record = Record(self, case: name)
        let found = try? Value(from: ProbeDecoder(record: record))
        fields = record.wholePayload
        value = value ?? found
        isWhole = found != nil
        if found != nil || !record.hasText { break }
      }
      cases.append(Shape.Case(name: name, payload: fields, isWhole: isWhole))
    }
    return (.choice(cases), value)
  }
}

/// What one run of `init(from:)` has asked for.
final class Record {
  let probe: Probe
  /// The case that the type is to be, if it is an enum.
  let wanted: String?
  /// The names of the type's cases, once it has asked for all its keys as an enum does.
  var cases: [String]?
  var fields: [Shape.Field] = []
  /// The payloads of the wanted case.
  var payload: [Shape.Field]?
  /// The shape of a type that is one value.
  var single: Shape?
  /// Whether a text was asked for, here or below.
  var hasText = false
  /// The names of all members that the type knows; `nil` when nobody knows.
  var keys: [String]? = []
  /// Whether the type has looked whether it is `null`; and the members of which it has, or whether they are there.
  var asksForNil = false
  var maybe: Set<String> = []
  /// The labels of the wanted case's payloads; `nil` when nobody knows.
  var labels: [String]?
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
  var shape: Shape { single ?? (isWhole ? .record(fields) : .partial(fields.map(\.maybe))) }
  /// Whether the type has asked for all that it knows.
  private var isWhole: Bool { keys.map { Set($0) == Set(fields.map(\.name)) } ?? false }

  /// The payloads, also those that were not asked for because none could be invented for the one before.
  var wholePayload: [Shape.Field]? {
    guard let payload else { return nil }
    let known = Dictionary(payload.map { ($0.name, $0) }) { first, _ in first }
    return labels?.map { known[$0] ?? Shape.Field(name: $0, shape: .any) } ?? payload
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

  func ask<Value: Decodable>(_ type: Value.Type, _ keep: (Shape) -> Void) throws -> Value {
    let (shape, value) = probe.look(type)
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
    case .choice, .names, .number, .bool, .again, .any: false
    }
  }
}
