import ColmeiaHTTP
import ColmeiaSecrets
import ColmeiaSync

/// What may be told of a request and its answer: neither header fields nor bodies nor what a query says; its
/// address is masked.
public struct ExchangeRecord: Sendable, Hashable {
  /// How a request ended.
  public enum End: Sendable, Hashable {
    /// With an answer of this status and so many bytes.
    case answered(Int, bytes: Int)
    /// As a stream of this status, whose bytes come from then on.
    case opened(Int)
    /// Without one.
    case failed(TransportError)
  }

  /// What was to be done.
  public let method: HTTPMethod
  /// Scheme, host and port.
  public let origin: String
  /// The path, percent-encoded.
  public let path: String
  /// The names of the query's items, in order.
  public let queryNames: [String]
  /// How many bytes the body of the request had.
  public let sentBytes: Int
  /// How the request ended.
  public let end: End
  /// How long that took.
  public let duration: Duration

  init(_ request: HTTPRequest, _ end: End, duration: Duration) {
    // What the request itself says is a secret is none of its path either.
    var masker = Masker()
    masker.learn(request.headers)
    if let query = request.query { masker.learn(query) }
    method = request.method
    origin = masker(request.origin)
    path = masker(request.path)
    queryNames = request.queryItems?.map(\.name) ?? []
    sentBytes = request.body.count
    self.duration = duration
    self.end = end
  }
}

extension ExchangeRecord: CustomStringConvertible {
  /// One line, with the time in milliseconds: `GET http://h/feed?category 200, 0 bytes sent, 512 received, 0.02 seconds`.
  public var description: String {
    let (seconds, attoseconds) = duration.components
    let duration = Duration.seconds(seconds) + .milliseconds(attoseconds / 1_000_000_000_000_000)
    let query = queryNames.isEmpty ? "" : "?" + queryNames.joined(separator: "&")
    let start = "\(method) \(origin)\(path)\(query)"
    return switch end {
    case .answered(let status, let bytes):
      "\(start) \(status), \(sentBytes) bytes sent, \(bytes) received, \(duration)"
    case .opened(let status): "\(start) \(status), opened after \(duration)"
    case .failed(let error): "\(start) failed after \(duration): \(error)"
    }
  }
}

/// The last requests, in the order in which they ended.
public final class ExchangeLog: Sendable {
  /// How many are kept; the oldest are forgotten.
  public let limit: Int
  private let content = Guarded((records: [ExchangeRecord](), next: 0))

  /// An empty log.
  ///
  /// - Parameter limit: How many are kept; at least one.
  public init(limit: Int = 1_000) { self.limit = max(1, limit) }

  /// Keeps a record.
  ///
  /// - Complexity: O(1), amortised.
  public func add(_ record: ExchangeRecord) {
    content.withLock { content in
      if content.records.count < limit {
        content.records.append(record)
      } else {
        content.records[content.next] = record
        content.next = (content.next + 1) % limit
      }
    }
  }

  /// The records, oldest first.
  ///
  /// - Complexity: O(records).
  public var records: [ExchangeRecord] {
    content.withLock { Array($0.records[$0.next...] + $0.records[..<$0.next]) }
  }
}
