/// Parses an event stream (`text/event-stream`, WHATWG HTML §9.2.6). A pure state machine: it takes bytes in pieces of
/// any size and returns events.
///
/// The stream is decoded as UTF-8, whatever encoding the server declares; invalid bytes become U+FFFD, as with
/// `String(decoding:as:)`. A byte order mark at the beginning of the stream is dropped. If a part exceeds its
/// ``Limits``, parsing stops: skipping an event would be a loss that goes unnoticed.
public struct EventStreamParser: Sendable {
  /// The maximum sizes of the parts of a stream, in bytes.
  public struct Limits: Sendable, Hashable {
    /// The maximum length of a line.
    public var line: Int
    /// The maximum length of an event's data, including line feeds.
    public var data: Int
    /// The maximum length of an event's type.
    public var type: Int
    /// The maximum length of an event's ID, which is sent back to the server in a header field.
    public var id: Int

    /// Creates limits. The defaults are 1 MiB for a line and for an event's data, and 4 KiB for its type and its ID.
    public init(line: Int = 1 << 20, data: Int = 1 << 20, type: Int = 4_096, id: Int = 4_096) {
      self.line = line
      self.data = data
      self.type = type
      self.id = id
    }
  }

  /// An output of the parser.
  public enum Output: Sendable, Hashable {
    /// A complete event.
    case event(ServerSentEvent)
    /// The server's reconnection time in milliseconds. A larger number is clamped to `Int.max`.
    case retry(milliseconds: Int)
    /// A part is too long. This is the last output until ``begin()`` is called.
    case failed(EventStreamError)
  }

  /// The last event ID, which a client sends when it reconnects. Empty if there is none. It changes at the end of each
  /// block, even if the block is not an event because it has no data.
  public private(set) var lastEventID: String
  /// The error that stopped the parser, or `nil` if there is none.
  public private(set) var failure: EventStreamError?

  private let limits: Limits
  /// The beginning of an incomplete line.
  private var partial: [UInt8] = []
  /// Whether the last byte was a carriage return. A line feed that follows belongs to the same line ending.
  private var isBehindReturn = false
  private var isFirstLine = true
  /// The data of the current block, with a line feed after each line.
  private var data: [UInt8] = []
  private var type = ""
  private var id: String
  private var outputs: [Output] = []

  /// Creates a parser at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: The last event ID of an earlier stream.
  ///   - limits: The maximum sizes of lines and events.
  public init(lastEventID: String = "", limits: Limits = Limits()) {
    self.lastEventID = lastEventID
    id = lastEventID
    self.limits = limits
  }

  /// Starts a new stream. Unfinished data of the previous stream is discarded; the last event ID is kept.
  public mutating func begin() {
    self = EventStreamParser(lastEventID: lastEventID, limits: limits)
  }

  /// Clears the last event ID.
  public mutating func forgetID() { (lastEventID, id) = ("", "") }

  /// Parses the next bytes, and returns the outputs that they complete.
  ///
  /// - Complexity: O(bytes).
  public mutating func receive(_ bytes: some Collection<UInt8>) -> [Output] {
    if bytes.withContiguousStorageIfAvailable({ scan($0) }) == nil {
      Array(bytes).withUnsafeBufferPointer { scan($0) }
    }
    defer { outputs = [] }
    return outputs
  }
}

extension EventStreamParser {
  /// Splits the bytes into lines, which end with a carriage return, a line feed, or both.
  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while failure == nil, start < bytes.count {
      if isBehindReturn {
        isBehindReturn = false
        if bytes[start] == LineEnd.feed {
          start += 1
          continue
        }
      }
      guard let end = LineEnd.first(in: bytes, from: start) else { return keep(bytes[start...]) }
      isBehindReturn = bytes[end] == LineEnd.carriageReturn
      parseLine(bytes[start..<end])
      start = end + 1
    }
  }

  /// Buffers the remaining bytes, which are part of an incomplete line.
  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if bytes.count > limits.line - partial.count { return fail(.line, limits.line) }
    partial += bytes
  }

  private mutating func parseLine(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if bytes.count > limits.line - partial.count { return fail(.line, limits.line) }
    if partial.isEmpty { return read(UnsafeBufferPointer(rebasing: bytes)) }
    // Moved out of `self`, because reading a line mutates the parser.
    var line: [UInt8] = []
    swap(&line, &partial)
    line += bytes
    line.withUnsafeBufferPointer { read($0) }
    if line.capacity <= 65_536 {
      line.removeAll(keepingCapacity: true)
      partial = line
    }
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    var line = line
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = UnsafeBufferPointer(rebasing: line[3...]) }
    }
    if line.isEmpty { return dispatch() }
    // All relevant field names have at most five bytes.
    let name = line.prefix(6)
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
      if line.count <= 5 { set(line, UnsafeBufferPointer(start: nil, count: 0)) }
      return
    }
    let hasSpace = colon + 1 < line.count && line[colon + 1] == UInt8(ascii: " ")
    set(
      UnsafeBufferPointer(rebasing: line[..<colon]),
      UnsafeBufferPointer(rebasing: line[(colon + (hasSpace ? 2 : 1))...]))
  }

  private mutating func set(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    switch name.count {
    case 4 where Self.isEqual(name, "data"): add(value)
    case 5 where Self.isEqual(name, "event"):
      if value.count > limits.type { return fail(.type, limits.type) }
      type = String(decoding: value, as: UTF8.self)
    case 2 where Self.isEqual(name, "id"):
      if value.contains(0) { return }
      if value.count > limits.id { return fail(.id, limits.id) }
      id = String(decoding: value, as: UTF8.self)
    case 5 where Self.isEqual(name, "retry"):
      if let milliseconds = Self.number(value) { outputs.append(.retry(milliseconds: milliseconds)) }
    default: break
    }
  }

  /// Whether the bytes equal `text`, which must have the same length.
  private static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    (0..<bytes.count).allSatisfy { bytes[$0] == text.utf8Start[$0] }
  }

  private mutating func add(_ value: UnsafeBufferPointer<UInt8>) {
    if value.count > limits.data - data.count { return fail(.data, limits.data) }
    data.append(contentsOf: value)
    data.append(LineEnd.feed)
  }

  /// Ends a block. Its ID is recorded even if the block is not an event.
  private mutating func dispatch() {
    lastEventID = id
    if !data.isEmpty {
      let text = data.withUnsafeBufferPointer { String(decoding: $0.dropLast(), as: UTF8.self) }
      outputs.append(.event(ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, lastEventID: id)))
      // Release the memory of a large event.
      data.removeAll(keepingCapacity: data.capacity <= 65_536)
    }
    if !type.isEmpty { type = "" }
  }

  private mutating func fail(_ part: EventStreamError.Part, _ limit: Int) {
    let error = EventStreamError(part, limit: limit)
    failure = error
    (partial, data) = ([], [])
    outputs.append(.failed(error))
  }

  /// Parses a number that consists only of digits. A number that is too large becomes `Int.max`.
  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    if digits.isEmpty { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (ten, isLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = ten.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      number = isLarge || isLarger ? .max : sum
    }
    return number
  }
}
