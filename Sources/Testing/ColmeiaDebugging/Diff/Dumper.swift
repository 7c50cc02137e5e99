/// Converts values into dump nodes, using mirrors.
struct Dumper {
  private let limits: StateDiff.Limits
  /// The objects that enclose the value being dumped. Visiting one of them again is a cycle.
  var ancestors: Set<ObjectIdentifier> = []
  /// Whether the dump is source code.
  let isCode: Bool
  var depth = 0
  var count = 0
  /// The number of bytes of the parts that are dumped.
  private var bytes = 0

  /// Whether unchanged parts are collapsed.
  var collapsesUnchanged: Bool { limits.collapsesUnchanged }

  init(limits: StateDiff.Limits, isCode: Bool = false) {
    self.limits = limits
    self.isCode = isCode
  }

  /// Returns the dump of a complete value, within the limits.
  mutating func root(_ value: Any) -> DumpItem {
    count = 0
    return DumpItem(node: dump(value))
  }

  mutating func dump(_ value: Any) -> DumpNode {
    if bytes > limits.parts { return .leaf("…") }
    let node = unlimited(value)
    if case .leaf(let text) = node { bytes += text.utf8.count }
    return node
  }

  private mutating func unlimited(_ value: Any) -> DumpNode {
    if let leaf = commonLeaf(value) { return leaf }
    guard mayDescend else { return .leaf(isCode ? "<#…#>" : "…") }
    count += 1
    depth += 1
    defer { depth -= 1 }

    let type = Swift.type(of: value)
    let typeName = name(of: type)
    let mirror = Mirror(reflecting: value)
    if let other = representation(of: value, mirror) { return dump(other) }
    if isCode, typeName.isSystem, let text = expression(value, mirror) { return .leaf(text) }
    switch mirror.displayStyle {
    case .optional: return optional(mirror)
    case .collection: return list(mirror)
    case .set: return set(mirror)
    case .dictionary: return dictionary(mirror)
    case .enum: return enumCase(value, typeName, mirror)
    case .tuple: return DumpNode(payload: fields(mirror.children), of: "")
    case .class: return object(value, mirror)
    default: return structure(value, typeName, mirror)
    }
  }

  /// Whether the limits allow another level.
  var mayDescend: Bool { depth < limits.depth && count < limits.values }

  /// Returns the leaf of a value of one of the most common types. Creating a mirror for them would double the time.
  func commonLeaf(_ value: Any) -> DumpNode? {
    switch value {
    case let text as String: isCode ? .leaf(text.debugDescription) : DumpNode(text: text)
    case let number as Int: .leaf(number.description)
    case let flag as Bool: .leaf(flag.description)
    case let number as Double where isCode && !number.isFinite:
      .leaf(number.isNaN ? ".nan" : number < 0 ? "-.infinity" : ".infinity")
    case let number as Double: .leaf(number.description)
    default: nil
    }
  }

  func name(of type: Any.Type) -> TypeName { TypeName.known(type) }
}
