/// Reads a stream of events (`text/event-stream`, WHATWG HTML §9.2.6). A pure machine: bytes in, cut anywhere; events out.
///
/// The stream is UTF-8 whatever its server says; bytes that are none become U+FFFD as `String(decoding:as:)` makes them.
/// One byte order mark at its beginning is dropped. What is longer than ``Limits`` allow ends the parser: to leave out an
/// event and go on would be a loss that nobody sees.
public struct EventStreamParser: Sendable {
  /// How many bytes something may have.
  public struct Limits: Sendable, Hashable {
    /// The longest line, in bytes.
    public var line: Int
    /// The data of an event, line feeds included.
    public var data: Int
    /// The type of an event.
    public var type: Int
    /// An event's id, which goes back to the server in a header field.
    public var id: Int

    /// Limits: 1 MiB for a line and an event's data, 4 KiB for its type and its id, where nothing else is said.
    public init(line: Int = 1 << 20, data: Int = 1 << 20, type: Int = 4_096, id: Int = 4_096) {
      self.line = line
      self.data = data
      self.type = type
      self.id = id
    }
  }

  /// What a stream says.
  public enum Output: Sendable, Hashable {
    /// An event is complete.
    case event(ServerSentEvent)
    /// Clients are to wait so long before they come back; at most `Int.max`, however large the number is.
    case retry(milliseconds: Int)
    /// Something is too long. The last output: nothing more is read before ``begin()``.
    case failed(EventStreamError)
  }

  /// The id that a client gives when it comes back; empty for none. It changes at the end of a block, also of one that is
  /// no event for lack of data.
  public private(set) var lastEventID: String
  /// What was too long, if something was.
  public private(set) var failure: EventStreamError?

  private let limits: Limits
  /// The beginning of a line whose end has not come.
  private var partial: [UInt8] = []
  /// Whether the last byte was a carriage return: a line feed behind it belongs to it.
  private var isBehindReturn = false
  private var isFirstLine = true
  /// The data of the block at hand, a line feed behind each line.
  private var data: [UInt8] = []
  private var type = ""
  private var id: String
  private var outputs: [Output] = []

  /// A parser at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: What an earlier stream has said last.
  ///   - limits: How long lines and events may be.
  public init(lastEventID: String = "", limits: Limits = Limits()) {
    self.lastEventID = lastEventID
    id = lastEventID
    self.limits = limits
  }

  /// A stream begins: what the one before has not finished is forgotten, but not its last event id.
  public mutating func begin() {
    self = EventStreamParser(lastEventID: lastEventID, limits: limits)
  }

  /// Forgets the last event id.
  public mutating func forgetID() { (lastEventID, id) = ("", "") }

  /// Takes the next bytes, and answers what they complete.
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
  /// Cuts the bytes into lines, which end with a carriage return, a line feed or both.
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
      take(bytes[start..<end])
      start = end + 1
    }
  }

  /// The rest of the bytes is the beginning of a line, or goes on with one.
  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if bytes.count > limits.line - partial.count { return fail(.line, limits.line) }
    partial += bytes
  }

  private mutating func take(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if bytes.count > limits.line - partial.count { return fail(.line, limits.line) }
    if partial.isEmpty { return read(UnsafeBufferPointer(rebasing: bytes)) }
    // Taken out, because reading a line changes the parser.
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
    // A name that counts has at most five bytes.
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

  /// Whether the bytes are this text, which is as long as they are.
  private static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    (0..<bytes.count).allSatisfy { bytes[$0] == text.utf8Start[$0] }
  }

  private mutating func add(_ value: UnsafeBufferPointer<UInt8>) {
    if value.count > limits.data - data.count { return fail(.data, limits.data) }
    data.append(contentsOf: value)
    data.append(LineEnd.feed)
  }

  /// A block ends. Its id counts even if it is no event.
  private mutating func dispatch() {
    lastEventID = id
    if !data.isEmpty {
      let text = data.withUnsafeBufferPointer { String(decoding: $0.dropLast(), as: UTF8.self) }
      outputs.append(.event(ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, lastEventID: id)))
      // An event that was large gives its memory back.
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

  /// The number that digits, and nothing but digits, say; as large as can be when it is larger.
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
