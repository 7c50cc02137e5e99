/// Writes JSON. What it has written is always JSON as soon as all containers are closed.
struct JSONPrinter {
  let layout: JSONLayout
  var bytes: [UInt8] = []
  private var level = 0

  init(layout: JSONLayout) { self.layout = layout }

  mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    level += 1
  }

  mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    level -= 1
    if !isEmpty { breakLine() }
    bytes.append(bracket)
  }

  /// What stands before an element or a member.
  mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  @inline(__always) mutating func key(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    bytes.append(UInt8(ascii: ":"))
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
  }

  @inline(__always) private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
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
