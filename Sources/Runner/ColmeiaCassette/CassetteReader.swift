import ColmeiaJSON

extension Cassette {
  /// Parses a cassette.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - file: The name of the file, for errors.
  /// - Throws: ``CassetteError``, with the line and the column.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(parsing bytes: [UInt8], file: String = "cassette") throws(CassetteError) {
    guard bytes.count <= CassetteLimits.file else {
      throw CassetteError(.tooLarge(limit: CassetteLimits.file), file: file)
    }
    var reader = CassetteReader(file: file)
    var (rest, number) = (bytes[...], 1)
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try reader.read(Array(rest[..<end]), number: number)
      (rest, number) = (rest[(end + 1)...], number + 1)
    }
    try reader.read(Array(rest), number: number)
    if !reader.hasBegun { throw CassetteError(.notACassette, file: file, line: 1, column: 1) }
    self.init(reader.tapes)
  }
}

/// Parses a cassette line by line. A pure state machine.
struct CassetteReader {
  private enum Phase {
    /// A request has been sent and has no response yet.
    case asked
    /// A connection has been requested and is not open yet.
    case opening
    /// A connection is open.
    case open
    /// A stream has been requested and has no head yet.
    case dialing
    /// A stream has a head.
    case streaming
    /// The exchange, connection or stream has ended.
    case over
  }

  let file: String
  private(set) var tapes: [CassetteTape] = []
  private(set) var hasBegun = false
  /// The phases of the exchanges in the last recording, by number.
  private var phases: [Int: Phase] = [:]

  init(file: String) { self.file = file }

  /// Parses the next line. Empty lines are ignored.
  mutating func read(_ bytes: [UInt8], number: Int) throws(CassetteError) {
    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    if !hasBegun { return try readHead(bytes, number) }
    do throws(JSONError) {
      var line = try CassetteLine(JSON(parsing: bytes, limits: JSONLimits(depth: CassetteLimits.depth + 2)))
      try read(&line)
      try line.end()
    } catch {
      var isKey = false
      if case .unknownKey = error.reason { isKey = true }
      let column = error.column ?? JSON.position(of: error.path, in: bytes, ofKey: isKey)?.column ?? 1
      throw CassetteError(.damaged(error.message), file: file, line: number, column: column)
    }
  }

  private mutating func readHead(_ bytes: [UInt8], _ line: Int) throws(CassetteError) {
    guard let json = try? JSON(parsing: bytes), json["colmeia"] == "cassette", let version = json["version"]?.int else {
      throw CassetteError(.notACassette, file: file, line: line, column: 1)
    }
    guard version == Cassette.version else {
      let column = JSON.position(of: JSONPath().appending("version"), in: bytes)?.column ?? 1
      throw CassetteError(.version(version), file: file, line: line, column: column)
    }
    hasBegun = true
  }

  private mutating func read(_ line: inout CassetteLine) throws(JSONError) {
    if line.has("scenario") {
      tapes.append(try line.tape())
      phases = [:]
      return
    }
    guard let last = tapes.indices.last else {
      throw JSONError(.invalid("expected a line with \"scenario\" before this one"))
    }
    if line.has("leftOut") {
      tapes[last].leftOut = try line.int("leftOut", 0...CassetteLimits.leftOut)
      return
    }
    let event = try line.event(tapes[last])
    try check(event)
    tapes[last].events.append(event)
  }

  /// Checks that the event is valid in the current phase of its exchange.
  private mutating func check(_ event: CassetteEvent) throws(JSONError) {
    let phase = phases[event.number]
    let next: Phase? =
      switch (event.kind, phase) {
      case (.request, nil): .asked
      case (.socket, nil): .opening
      case (.answer, .asked), (.failed, .asked), (.failed, .opening), (.refused, .opening): .over
      case (.opened, .opening): .open
      case (.sent, .open), (.received, .open): .open
      case (.closing, .open), (.closed, .open): .over
      case (.stream, nil): .dialing
      case (.head, .dialing), (.chunk, .streaming): .streaming
      case (.failed, .dialing), (.failed, .streaming), (.end, .streaming): .over
      default: nil
      }
    guard let next else {
      let name = phase == nil ? "has not begun" : event.isBeginning ? "has already begun" : "cannot continue like this"
      throw JSONError(.invalid("exchange \(event.number) \(name)"), at: JSONPath().appending("n"))
    }
    phases[event.number] = next
  }
}
