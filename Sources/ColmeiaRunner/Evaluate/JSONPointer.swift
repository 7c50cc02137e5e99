import ColmeiaJSON

/// The way to a value as text (RFC 6901): `/events/0/name`. Read byte by byte: a mark that joins a letter in front of it
/// does so to no slash.
struct JSONPointer {
  /// How many steps a pointer may have.
  static let limit = JSONLimits.standard.depth

  let steps: [String]

  /// The pointer that a text is; `nil` when it is none.
  init?(_ text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: Self.limit + 1, omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true, parts.count <= Self.limit + 1 else { return nil }
    var steps: [String] = []
    for part in parts.dropFirst() {
      guard let step = Self.unescaped(part) else { return nil }
      steps.append(step)
    }
    self.steps = steps
  }

  init(_ path: JSONPath) {
    steps = path.steps.map { step in
      switch step {
      case .index(let index): "\(index)"
      case .key(let key): key
      }
    }
  }

  var text: String { steps.map { "/" + Self.escaped($0) }.joined() }

  /// The index that a step is: digits without a zero before others, or `-` for behind the last one.
  static func index(_ step: String, end: Int) -> Int? {
    if step == "-" { return end }
    let digits = step.utf8
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count == 1 || digits.first != 0x30 else {
      return nil
    }
    return Int(step)
  }

  private static func escaped(_ step: String) -> String {
    guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
    let bytes = step.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): Array("~0".utf8)
      case UInt8(ascii: "/"): Array("~1".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    guard part.contains(UInt8(ascii: "~")) else { return String(Substring(part)) }
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "~") {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
