import ColmeiaJSON

/// A recording of network traffic that can be read, stored beside tests and played back without a server.
///
/// Record once against a real server, then test without one:
///
/// ```swift
/// let recording = CassetteRecording()
/// let transport = RecordingTransport(URLSessionTransport(), recording)
/// // … let the app work over `transport` …
/// try await recording.cassette.write(to: "Fixtures/feed.cassette")
/// ```
///
/// ```swift
/// let replay = CassetteReplay(try Cassette(path: "Fixtures/feed.cassette"))
/// let transport = ReplayTransport(replay)
/// // … the same app over `transport` gets the same answers …
/// #expect(replay.mismatches.isEmpty && replay.unused.isEmpty)
/// ```
///
/// ## The file
///
/// A cassette is a JSON Lines file: each line is one object whose members are always in the same order. The first line
/// identifies the format. It is followed by the recordings, each of which is a line with its name and the lines of its
/// events in the order in which they happened.
///
/// ```
/// file      = { "colmeia": "cassette", "version": 1 } recording*
/// recording = { "scenario": TEXT, "file"?: TEXT, "date"?: SECONDS, "origin"?: TEXT } event* left?
/// event     = { "n": N, "device"?: TEXT, "request": "METHOD TARGET", "origin"?: TEXT, "headers"?: [FIELD…], body }
///           | { "n": N, "status": STATUS, "headers"?: [FIELD…], body }                  the end of exchange N
///           | { "n": N, "error": TransportError }                                       its end without an answer
///           | { "n": N, "device"?: TEXT, "socket": TARGET, "subprotocols"?: [TEXT…], "origin"?, "headers"? }
///           | { "n": N, "opened": SUBPROTOCOL | null }                                  the connection is there
///           | { "n": N, "refused": Refusal }                                            the server wants none
///           | { "n": N, "sent": "message", body } | { "n": N, "received": "message", body }
///           | { "n": N, "closing": CODE, "reason"?: TEXT }                              this side ends it
///           | { "n": N, "closed": CODE, "reason"?: TEXT }                               the other side has ended it
///           | { "n": N, "device"?: TEXT, "stream": "METHOD TARGET", "origin"?, "headers"?, body }
///           | { "n": N, "head": STATUS, "headers"?: [FIELD…] }                          the stream is there
///           | { "n": N, "received": "chunk", body }                                     the next bytes, text if they are
///           | { "n": N, "end": "stream" }                                               it has ended as it should
/// body      = nothing | "json": VALUE | "text": TEXT | "base64": TEXT | "bytes": COUNT, "sha256": HEX
/// left      = { "leftOut": COUNT }                                                      what was beyond the limit
/// ```
///
/// A stream may also end with an `error`, which is `cancelled` if the app closed it. The events of a connection or a
/// stream also have `"ms": N` after their number: the milliseconds since the recording began. N numbers the exchanges,
/// connections and streams of a recording, starting at 1. A field is `Name: value`. `origin` is present only if it
/// differs from that of the recording. JSON bodies are stored without white space. Binary request bodies are only
/// compared, so only their digest is stored, as for bodies that exceed the limit.
///
/// ## Secrets
///
/// A cassette contains no tokens, passwords, cookies, signatures or codes; see `Masker` of `ColmeiaSecrets`. Each
/// secret is replaced by a placeholder such as `<token 1>`, which is the same wherever the secret occurs, so a replay
/// can tell secrets apart. The Base64 form of a secret has a placeholder of its own, such as `<token-encoded 1>`. In a
/// replay, the app receives the placeholder, unless the app itself has sent the value that the placeholder stands for.
/// In that case, it receives that value.
public struct Cassette: Sendable, Equatable {
  /// The version of the file format.
  public static let version = 1

  package var tapes: [CassetteTape]

  package init(_ tapes: [CassetteTape] = []) { self.tapes = tapes }

  /// Creates a cassette with the recordings of several cassettes, one after the other.
  public init(joining cassettes: some Sequence<Cassette>) { tapes = cassettes.flatMap(\.tapes) }

  /// The names of the recordings, in order.
  public var names: [String] { tapes.map(\.name) }

  /// The number of exchanges, connections and streams.
  public var count: Int { tapes.reduce(0) { $0 + $1.events.count(where: \.isBeginning) } }

  /// The number of exchanges, messages and chunks that were left out because a limit was exceeded.
  public var leftOut: Int { tapes.reduce(0) { $0 + $1.leftOut } }
}

/// The limits of a recording.
public struct CassetteLimits: Sendable, Hashable {
  /// The maximum number of bytes of all bodies of a recording together. Exchanges beyond it are left out and counted.
  public var bytes: Int
  /// The maximum number of bytes in one body.
  ///
  /// Of a larger body, only the length and the digest are stored, so a replay cannot return it. If a chunk of a stream
  /// exceeds the total limit, it and all later chunks are left out and counted. A replay ends the stream at that point
  /// with `TransportError.declined(reason:)`.
  public var body: Int

  /// Creates limits. By default, 16 MiB for all bodies together and 1 MiB for one body.
  public init(bytes: Int = 16 << 20, body: Int = 1 << 20) {
    self.bytes = bytes
    self.body = body
  }

  /// The maximum number of bytes in a file.
  public static let file = 64 << 20
  /// The maximum number of events in a recording. Those beyond it are left out and counted.
  static let events = 200_000
  /// The valid start dates of a recording, in seconds since 1970: up to the end of the year 9999.
  static let dates = CalendarDay.seconds
  /// The maximum duration of a recording in milliseconds. It is larger than any real recording and avoids overflow.
  static let milliseconds = 1 << 52
  /// The maximum number of exchanges, messages and chunks left out of a recording. It is larger than any real number.
  static let leftOut = 1 << 32
  /// The maximum nesting depth of a JSON body. A deeper body is stored as text.
  static let depth = 64
}
