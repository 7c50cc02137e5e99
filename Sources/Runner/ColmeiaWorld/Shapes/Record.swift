import ColmeiaJSON
import ColmeiaScenario

/// The values that one run of `init(from:)` has asked for.
final class Record {
  let probe: Probe
  /// The case to decode, if the type is an enum.
  let wanted: String?
  /// The type of the enum's keys, once the type has read all keys as an enum does.
  var cases: (any CodingKey.Type)?
  var fields: [Shape.Field] = []
  /// The types that were decoded for the members: each, and its optional.
  var types: [String: [Any.Type]] = [:]
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
  /// The number of elements that were decoded.
  var elements = 0
  var wasElementAsked: Bool { elements > 0 }
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
    let encoded = (value as? any Encodable).flatMap { try? JSON(encoding: $0) }
    if let single { return encoded.map { single.kinds.contains(ValueKinds(of: $0)) } ?? true ? single : .any }
    guard let members = (encoded ?? [:]).object else { return .any }
    let isWhole = hasAskedForAll(value)
    let known = checked(fields, value, members)
    // What a type encodes but doesn't decode exists, too.
    let names = Set(fields.map(\.name))
    let others = members.keys.filter { !names.contains($0) }.map { Shape.Field(name: $0, shape: .any, isSure: false) }
    return isWhole ? .record(known + others) : .partial((known + others).map(\.maybe))
  }

  /// Returns the fields. Those are sure that are decoded as the types of the stored properties, as in synthesized
  /// conformances, and encoded in their shapes.
  private func checked(_ fields: [Shape.Field], _ value: Any, _ members: JSONObject) -> [Shape.Field] {
    let mirror = Mirror(reflecting: value)
    let stored = mirror.children.map { (label: $0.label ?? "", type: type(of: $0.value) as Any.Type) }
    return fields.map { field in
      // The stored property of a property wrapper begins with `_`.
      let own = stored.filter { $0.label == field.name || $0.label == "_" + field.name }
      let types = types[field.name] ?? []
      // If the keys have other names, there must be one for each property.
      let candidates = !own.isEmpty ? own : stored.count == fields.count ? stored : []
      let isOwn = candidates.contains { property in types.contains { $0 == property.type } }
      let isSame = members[field.name].map { field.shape.kinds.contains(ValueKinds(of: $0)) } ?? true
      var field = field
      field.isSure = mirror.displayStyle != .enum && isOwn && isSame
      return field
    }
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
  func learn<Value: Decodable>(_ type: Value.Type, member: String? = nil, _ keep: (Shape) -> Void) throws -> Value {
    let (shape, value) = member.map { probe.inspect(type, member: $0) } ?? probe.inspect(type)
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
    case .choice, .unlisted, .names, .integer, .number, .bool, .again, .given, .any: false
    }
  }
}
