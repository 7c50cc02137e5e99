/// Writes JSON. What it has written is always JSON as soon as all containers are closed.
struct JSONPrinter {
  let layout: JSONLayout
  let sortsKeys: Bool
  var bytes: [UInt8] = []
  private var level = 0

  init(layout: JSONLayout, sortsKeys: Bool = false) {
    self.layout = layout
    self.sortsKeys = sortsKeys
  }

  mutating func print(_ value: JSON) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): Self.append(text, to: &bytes)
    case .array(let elements):
      container("[", "]", elements.isEmpty) { printer in
        for (index, element) in elements.enumerated() {
          printer.separate(index)
          printer.print(element)
        }
      }
    case .object(let object):
      container("{", "}", object.isEmpty) { printer in
        for (index, member) in (printer.sortsKeys ? object.sorted : object.members).enumerated() {
          printer.separate(index)
          printer.key { Self.append(member.key, to: &$0) }
          printer.print(member.value)
        }
      }
    }
  }

  mutating func container(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ isEmpty: Bool, _ body: (inout JSONPrinter) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    level += 1
    if !isEmpty { body(&self) }
    level -= 1
    if !isEmpty { breakLine() }
    bytes.append(UInt8(ascii: closing))
  }

  mutating func separate(_ index: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  mutating func key(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    bytes.append(UInt8(ascii: ":"))
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<level { bytes.append(contentsOf: [0x20, 0x20]) }
  }

  /// A string in quotation marks; only what must be is escaped.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { text in
      var start = 0
      for place in 0..<text.count where text[place] < 0x20 || text[place] == 0x22 || text[place] == 0x5C {
        bytes.append(contentsOf: text[start..<place])
        appendEscape(text[place], to: &bytes)
        start = place + 1
      }
      bytes.append(contentsOf: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: ("u00" + (digits.count == 1 ? "0" : "") + digits).utf8)
    }
  }
}
