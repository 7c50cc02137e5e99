import ColmeiaJSON

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
