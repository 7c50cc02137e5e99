import ColmeiaNumbers

/// What went over a network, written down: so that it can be read, kept beside tests, and played again without a server.
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
/// JSON Lines: each line is one object; its members always come in the same order. The first line says what it is; then,
/// for each recording, a line with its name and the lines of what happened, in the order in which it happened.
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
/// A stream may also end with an `error`: `cancelled` when the app has closed it. What happens over a connection or a stream
/// also has `"ms": N` behind its number: milliseconds since the recording began. N counts the exchanges, connections and
/// streams of a recording from 1. A field is `Name: value`. `origin` stands where it is not the recording's. Bodies that are JSON lose their white space.
/// Bytes of requests are only compared, so their digest is enough; so it is for what is larger than the limit.
///
/// ## Secrets
///
/// Tokens, passwords, cookies, signatures and codes are no part of a cassette; see `Masker` of `ColmeiaSecrets`. Each has a
/// placeholder such as `<token 1>`, the same wherever and however it stands, so that a replay tells them apart; in Base64 it
/// is another text, with a placeholder such as `<token-encoded 1>`. What an app gets in a replay is the placeholder, unless the
/// app itself has sent what it stands for: then it gets that back.
public struct Cassette: Sendable, Equatable {
  /// The version of the format.
  public static let version = 1

  package var tapes: [CassetteTape]

  package init(_ tapes: [CassetteTape] = []) { self.tapes = tapes }

  /// Puts the recordings of several cassettes one behind the other.
  public init(joining cassettes: some Sequence<Cassette>) { tapes = cassettes.flatMap(\.tapes) }

  /// The names of its recordings, in order.
  public var names: [String] { tapes.map(\.name) }

  /// How many exchanges, connections and streams it holds.
  public var count: Int { tapes.reduce(0) { $0 + $1.events.count(where: \.isBeginning) } }

  /// How many exchanges, messages and chunks were left out because there was too much.
  public var leftOut: Int { tapes.reduce(0) { $0 + $1.leftOut } }
}

/// How much is written down.
public struct CassetteLimits: Sendable, Hashable {
  /// How many bytes all bodies of a recording may have together; beyond it exchanges are left out, and counted.
  public var bytes: Int
  /// How many bytes a body may have; of a larger one only length and digest are kept, and a replay cannot give it. A chunk of
  /// a stream that is larger, or for which there is no room, is left out and counted, and so is what comes behind it: a
  /// replay ends the stream there with `TransportError.declined(reason:)`.
  public var body: Int

  /// Limits; those that are not given are the usual ones.
  public init(bytes: Int = 16 << 20, body: Int = 1 << 20) {
    self.bytes = bytes
    self.body = body
  }

  /// How many bytes a file may have to be read.
  public static let file = 64 << 20
  /// When a recording may begin, in seconds after 1970: up to the end of the year 9999.
  static let dates = CalendarDay.seconds
  /// How long a recording may take: longer than anybody waits, and short enough to count with.
  static let milliseconds = 1 << 52
  /// How deep a body's JSON may be nested; what is deeper is kept as text.
  static let depth = 64
}
