/// Prints JSON. The output is valid once all containers have been closed.
struct JSONPrinter: ~Copyable {
  let layout: JSONLayout
  var bytes: ByteBuffer
  private var level = 0

  /// - Parameter capacity: The expected number of bytes.
  init(layout: JSONLayout, capacity: Int = 256) {
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

  /// Prints the separator before an element or a member.
  @inline(__always) mutating func separate(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  /// Prints the separator between a key and its value.
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
