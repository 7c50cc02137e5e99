/// A growing buffer of bytes that owns its memory. An array would check for unique ownership before each byte.
struct ByteBuffer: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var start: UnsafeMutablePointer<UInt8>

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The contents as an array.
  var array: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// The contents as a string.
  var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

  /// A range of the contents. The buffer is valid until the next mutation.
  subscript(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    @inline(__always) get { UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: start, count: count)[range]) }
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    reserve(1)
    write(byte)
  }

  @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).initialize(from: source, count: bytes.count)
    count += bytes.count
  }

  @inline(__always) mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a text without escaping.
  @inline(__always) mutating func append(_ text: String) {
    Self.withUTF8(text) { append($0) }
  }

  mutating func append(repeating byte: UInt8, count more: Int) {
    reserve(more)
    (start + count).initialize(repeating: byte, count: more)
    count += more
  }

  /// Appends an integer in decimal digits.
  mutating func append(_ value: Int64) {
    let room = 20
    reserve(room)
    var (position, rest) = (count + room, value.magnitude)
    repeat {
      position -= 1
      (start + position).initialize(to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    if value < 0 {
      position -= 1
      (start + position).initialize(to: UInt8(ascii: "-"))
    }
    let digits = count + room - position
    (start + count).update(from: start + position, count: digits)
    count += digits
  }

  /// Appends a JSON string in quotation marks. Only characters that require it are escaped.
  @inline(__always) mutating func append(quoting text: String) {
    Self.withUTF8(text) { text in
      reserve(text.count + 2 + Self.word)
      write(UInt8(ascii: "\""))
      var position = appendPlain(text, from: 0)
      while position < text.count {
        append(escaping: text[position])
        reserve(text.count - position + Self.word)
        position = appendPlain(text, from: position + 1)
      }
      write(UInt8(ascii: "\""))
    }
  }

  /// The number of bytes that are written at a time.
  private static let word = 8

  /// Appends bytes that need no escape, from an offset on, and returns the offset at which they end. There must be
  /// capacity for the rest of the text and one more word, because each word is written before it is examined.
  @inline(__always) private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
    let (source, target) = (UnsafeRawBufferPointer(text), UnsafeMutableRawPointer(start + count))
    var position = first
    while position &+ Self.word <= source.count {
      let word = source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: position &- first, as: UInt64.self)
      if let plain = PlainText.count(in: word) {
        count &+= position &+ plain &- first
        return position &+ plain
      }
      position &+= Self.word
    }
    while position < text.count, !PlainText.isSpecial(text[position]) {
      target.storeBytes(of: text[position], toByteOffset: position &- first, as: UInt8.self)
      position &+= 1
    }
    count &+= position &- first
    return position
  }

  /// Appends a byte. There must be capacity for it.
  @inline(__always) private mutating func write(_ byte: UInt8) {
    (start + count).initialize(to: byte)
    count &+= 1
  }

  private mutating func append(escaping byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: append(byte)
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    default:
      append(byte < 16 ? "u000" : "u00")
      append(String(byte, radix: 16))
    }
  }

  /// Calls `body` with the UTF-8 of a text. The text is copied only if its storage is not contiguous.
  @inline(__always) private static func withUTF8(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if text.utf8.withContiguousStorageIfAvailable(body) != nil { return }
    var copy = text
    copy.withUTF8(body)
  }

  @inline(__always) private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    // A large buffer grows faster, because copying it costs more than memory that is never written.
    let larger = max((capacity < 65_536 ? 2 : 4) * capacity, count + more)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memory.moveInitialize(from: start, count: count)
    start.deallocate()
    (start, capacity) = (memory, larger)
  }
}
