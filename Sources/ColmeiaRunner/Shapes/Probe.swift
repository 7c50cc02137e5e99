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

  /// The types that are being looked at, outermost first.
  private var open: [ObjectIdentifier] = []
  private var known: [ObjectIdentifier: Shape] = [:]
  /// How many types may still be looked at, so that the search ends whatever a type does.
  private var budget = 20_000
  /// The text that is given for the texts of the type at hand.
  var sample = Probe.samples[0]

  /// The shape of a type; `.any` when nothing can be found out.
  static func shape<Value: Decodable>(of type: Value.Type) -> Shape { Probe().look(type).shape }

  /// The shape of a type, and a value of it if one can be invented.
  func look<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?) {
    budget -= 1
    if budget < 0 || open.count > 64 { return (.any, nil) }
    if let simple = simple(type) { return simple }
    let id = ObjectIdentifier(type)
    if open.contains(id) { return (.again("\(type)"), nil) }
    open.append(id)
    defer { open.removeLast() }
    return lookInside(type)
  }

  private func lookInside<Value: Decodable>(_ type: Value.Type) -> (shape: Shape, value: Value?) {
    let outer = sample
    defer { sample = outer }
    var found: Record?
    for text in Self.samples {
      sample = text
      let record = Record(self)
      if let value = try? Value(from: ProbeDecoder(record: record)) {
        if record.cases != nil { return cases(type, record, value) }
        return (record.shape, value)
      }
      if record.cases != nil { return cases(type, record, nil) }
      if !record.isText || found == nil { found = record }
      if !record.hasText { break }
    }
    return (found?.shapeSoFar ?? .any, nil)
  }

  /// Lets the type decode each of its cases.
  private func cases<Value: Decodable>(
    _ type: Value.Type, _ first: Record, _ value: Value?
  ) -> (shape: Shape, value: Value?) {
    var (cases, value): ([Shape.Case], Value?) = ([], value)
    for name in first.cases ?? [] {
      var (fields, isWhole): ([Shape.Field]?, Bool) = (nil, false)
      for text in Self.samples {
        sample = text
        let record = Record(self, case: name)
        let found = try? Value(from: ProbeDecoder(record: record))
        fields = record.payload
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

  init(_ probe: Probe, case wanted: String? = nil) {
    self.probe = probe
    self.wanted = wanted
  }

  var isText: Bool { if case .text = single { true } else { false } }
  var shape: Shape { single ?? .record(fields) }
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
