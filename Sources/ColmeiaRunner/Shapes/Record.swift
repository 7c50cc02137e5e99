import ColmeiaJSON

/// The values that one run of `init(from:)` has asked for.
final class Record {
  let probe: Probe
  /// The case to decode, if the type is an enum.
  let wanted: String?
  /// The type of the enum's keys, once the type has read all keys as an enum does.
  var cases: (any CodingKey.Type)?
  var fields: [Shape.Field] = []
  /// The payloads of the wanted case.
  var payload: [Shape.Field]?
  /// The shape of a type that is a single value.
  var single: Shape?
  /// Whether a string was decoded, here or in a nested value.
  var hasText = false
  /// The key types of the type's keyed containers.
  var keys: [any CodingKey.Type] = []
  /// Whether the type has tested for `null`, and the members whose presence it has tested.
  var isOptional = false
  var maybe: Set<String> = []
  /// The key type of the wanted case's payloads.
  var labels: (any CodingKey.Type)?
  /// Whether arrays have an element.
  let hasElements: Bool
  var wasElementAsked = false
  /// Whether the first requested value is missing; whether it was refused, and whether the type then continued.
  let refusesFirst: Bool
  var (hasRefused, goesOn) = (false, false)

  init(_ probe: Probe, case wanted: String? = nil, hasElements: Bool = true, refusesFirst: Bool = false) {
    self.probe = probe
    self.wanted = wanted
    self.hasElements = hasElements
    self.refusesFirst = refusesFirst
  }

  var isText: Bool { if case .text = single { true } else { false } }
  /// Returns the shape of a type whose value was created. The values it asked for may depend on those it received.
  func shape(of value: Any) -> Shape {
    single ?? (hasAskedForAll(value) ? .record(fields) : .partial(fields.map(\.maybe)))
  }

  /// Whether the type has decoded all keys that it lists, or, if it lists none, all its stored properties that are
  /// keys.
  private func hasAskedForAll(_ value: Any) -> Bool {
    let asked = Set(fields.map(\.name))
    let listed = keys.compactMap(CaseNames.of)
    if listed.count == keys.count { return Set(listed.joined()) == asked }
    let properties = Mirror(reflecting: value).children.compactMap(\.label).map { label in
      // The stored property of a property wrapper begins with `_`.
      label.hasPrefix("_") && !asked.contains(label) ? String(label.dropFirst()) : label
    }
    return asked.isSubset(of: properties)
      && properties.allSatisfy { name in asked.contains(name) || !keys.contains { $0.init(stringValue: name) != nil } }
  }

  /// Returns the wanted case with its payloads. These include known payloads that were not decoded because none could
  /// be invented for an earlier one.
  func caseShape(_ name: String, isMade: Bool) -> Shape.Case {
    guard let payload, let labels, !isMade else { return Shape.Case(name: name, payload: payload, isWhole: isMade) }
    let known = Dictionary(payload.map { ($0.name, $0) }) { first, _ in first }
    let listed = CaseNames.of(labels)
    let names = listed ?? payload.map(\.name)
    return Shape.Case(
      name: name, payload: names.map { known[$0] ?? Shape.Field(name: $0, shape: .any) }, isWhole: false,
      isOpen: listed == nil)
  }

  /// Refuses the first value, if requested.
  func refuse() throws {
    guard refusesFirst else { return }
    if hasRefused { goesOn = true }
    hasRefused = true
    throw Probe.CannotInvent()
  }
  /// The shape of a type whose value could not be created, as far as it is known.
  var shapeSoFar: Shape { single ?? .partial(fields) }

  /// - Parameter member: The name of the member, if the value is one.
  func ask<Value: Decodable>(_ type: Value.Type, member: String? = nil, _ keep: (Shape) -> Void) throws -> Value {
    let (shape, value) = member.map { probe.look(type, member: $0) } ?? probe.look(type)
    keep(shape)
    if shape.hasText { hasText = true }
    guard let value else { throw Probe.CannotInvent() }
    return value
  }
}

extension Shape {
  /// Whether another example string could give a different result.
  var hasText: Bool {
    switch self {
    case .text: true
    case .record(let fields), .partial(let fields): fields.contains { $0.shape.hasText }
    case .optional(let shape), .list(let shape), .map(let shape): shape.hasText
    case .choice, .unlisted, .names, .integer, .number, .bool, .again, .any: false
    }
  }
}
