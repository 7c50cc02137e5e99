extension Dumper {
  mutating func structure(_ value: Any, _ type: TypeName, _ mirror: Mirror) -> DumpNode {
    if type.isPointer { return .leaf(type.short) }
    if type.isSystem, let leaf = systemLeaf(value, type, mirror) { return leaf }
    if mirror.displayStyle == nil, mirror.children.isEmpty { return opaque(value, type, mirror) }
    return DumpNode(fields: fields(mirror.children), of: name(of: mirror.subjectType).short)
  }

  /// Returns the leaf of a standard library or Foundation value. Descriptions in the standard library are exact. In
  /// Foundation, `Data` prints only its size and `Date` only its seconds, so different values would look alike.
  private mutating func systemLeaf(_ value: Any, _ type: TypeName, _ mirror: Mirror) -> DumpNode? {
    if let text = value as? any StringProtocol { return DumpNode(text: String(text)) }
    if let character = value as? Character { return .leaf(character.debugDescription) }
    guard let description = (value as? any CustomStringConvertible)?.description else { return nil }
    if type.short == "Data", let bytes = value as? any Sequence<UInt8> {
      let pairs = (0...UInt8.max).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return .leaf(bytes.reduce(into: "Data(\(description): ") { $0 += pairs[Int($1)] } + ")")
    }
    if type.short == "Date", let seconds = mirror.children.first?.value {
      return .leaf("Date(\(description), \(seconds))")
    }
    return .leaf(description)
  }

  /// Returns the leaf of a metatype, a function, an opaque value, or a type that hides its storage. In source code, the
  /// latter two are an editor placeholder, because no expression for them is known.
  private mutating func opaque(_ value: Any, _ type: TypeName, _ mirror: Mirror) -> DumpNode {
    if let metatype = value as? Any.Type { return .leaf(name(of: metatype).short + ".self") }
    let short = name(of: mirror.subjectType).short
    if isCode, !short.hasPrefix("(") { return .leaf("<#\(name(of: Swift.type(of: value)).short)#>") }
    if let description = (value as? any CustomStringConvertible)?.description { return .leaf(description) }
    return .leaf(short.hasPrefix("(") ? short : "(\(short))")
  }

  /// Returns the node of an object. It never uses the object's description, which often contains the address.
  mutating func object(_ value: Any, _ mirror: Mirror) -> DumpNode {
    if let path = value as? AnyKeyPath { return .leaf(String(describing: path)) }
    let identity = ObjectIdentifier(value as AnyObject)
    let short = name(of: mirror.subjectType).short
    guard ancestors.insert(identity).inserted else { return .leaf("\(short)(… cycle)") }
    defer { ancestors.remove(identity) }
    var children = Array(mirror.children)
    var parent = mirror.superclassMirror
    while let known = parent {
      children.insert(contentsOf: known.children, at: 0)
      parent = known.superclassMirror
    }
    return DumpNode(fields: fields(children), of: short)
  }

  mutating func enumCase(_ value: Any, _ type: TypeName, _ mirror: Mirror) -> DumpNode {
    guard let child = mirror.children.first else {
      // A mirror that reflects another value doesn't know this value's case.
      let isOwn = mirror.subjectType == Swift.type(of: value)
      return isOwn ? .leaf("." + label(ofCase: caseName(of: value))) : opaque(value, type, mirror)
    }
    let payload = Mirror(reflecting: child.value)
    let isTuple = payload.displayStyle == .tuple
    let items = isTuple ? fields(payload.children) : [DumpItem(node: dump(child.value))]
    return DumpNode(payload: items, of: "." + label(ofCase: child.label ?? ""))
  }

  mutating func optional(_ mirror: Mirror) -> DumpNode {
    guard let child = mirror.children.first else { return .leaf("nil") }
    return wrapped(dump(child.value))
  }

  /// Returns the dump of an optional from that of its value. In a nested optional, `.some(nil)` differs from nil.
  func wrapped(_ node: DumpNode) -> DumpNode { node == .leaf("nil") ? .leaf(".some(nil)") : node }

  mutating func fields(_ children: some Sequence<Mirror.Child>) -> [DumpItem] {
    children.map { child in
      DumpItem(label: label(of: child).map { $0 + ": " } ?? "", node: dump(child.value))
    }
  }

  /// Returns the label of a field. The storage `_name` of a property wrapper that is shown as its value has the label
  /// `name`.
  func label(of child: Mirror.Child) -> String? {
    // Tuple elements have the labels `.0`, `.1`, and so on.
    guard let label = child.label, !label.hasPrefix(".") else { return nil }
    guard label.hasPrefix("_"), hasRepresentation(child.value) else { return label }
    return String(label.dropFirst())
  }
}
