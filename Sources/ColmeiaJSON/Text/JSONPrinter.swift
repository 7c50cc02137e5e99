/// Writes JSON. What it has written is always JSON as soon as all containers are closed.
struct JSONPrinter: ~Copyable {
  let layout: JSONLayout
  var bytes: ByteBuffer
  private var level = 0

  /// - Parameter capacity: about how many bytes there will be.
  init(layout: JSONLayout, capacity: Int = 64) {
    self.layout = layout
    bytes = ByteBuffer(capacity: capacity)
  }

  @inline(__always) mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    level += 1
  }

  @inline(__always) mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    level -= 1
    if !isEmpty { breakLine() }
    bytes.append(bracket)
  }

  /// What stands before an element or a member.
  @inline(__always) mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  /// What stands between a key and its value.
  @inline(__always) mutating func separateKey() {
    bytes.append(UInt8(ascii: ":"))
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
  }

  @inline(__always) private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(repeating: UInt8(ascii: " "), count: 2 * level)
  }
}
