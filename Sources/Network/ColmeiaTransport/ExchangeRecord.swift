import ColmeiaBase
import ColmeiaHTTP
import ColmeiaSecrets

/// A log entry for one request and how it ended.
///
/// It contains no header fields, no bodies and no query values, and secrets in its origin, its path, the names of its
/// query and its error are masked.
public struct ExchangeRecord: Sendable, Hashable {
  /// How a request ended.
  public enum End: Sendable, Hashable {
    /// The server sent a response with this status and a body of this many bytes.
    case answered(Int, bytes: Int)
    /// The server opened a stream with this status. The bytes of its body arrive later.
    case opened(Int)
    /// The request failed without a response.
    case failed(TransportError)
  }

  /// The method of the request.
  public let method: HTTPMethod
  /// The scheme, host and port of the request, with secrets masked.
  public let origin: String
  /// The path of the request, percent-encoded, with secrets masked.
  public let path: String
  /// The names of the query items, in order, with secrets masked.
  public let queryNames: [String]
  /// The number of bytes in the body of the request.
  public let sentBytes: Int
  /// How the request ended, with secrets masked.
  public let end: End
  /// The time until the response was complete, the stream was open, or the request failed.
  public let duration: Duration

  init(_ request: HTTPRequest, _ end: End, duration: Duration, upload: UploadBody? = nil) {
    // A secret in the header fields or the query must not show up anywhere else either.
    var masker = Masker()
    masker.learn(request.headers)
    masker.learn(request.path)
    if let query = request.query { masker.learn(query: query) }
    method = request.method
    origin = masker(request.origin)
    path = masker(request.path)
    queryNames = request.queryItems?.map { masker(query: $0.name) } ?? []
    sentBytes = upload?.length ?? request.body.count
    self.duration = duration
    if case .failed(let error) = end { self.end = .failed(masker(error)) } else { self.end = end }
  }
}

extension ExchangeRecord: CustomStringConvertible {
  /// The record in one line. The duration is truncated to milliseconds:
  /// `GET http://h/feed?category 200, 0 bytes sent, 512 received, 0.02 seconds`.
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

/// A log of the most recent requests, in the order in which they ended.
public final class ExchangeLog: Sendable {
  /// The maximum number of records. The log drops the oldest records beyond it.
  public let limit: Int
  private let content = Guarded((records: [ExchangeRecord](), next: 0))

  /// Creates an empty log.
  ///
  /// - Parameter limit: The maximum number of records, at least 1.
  public init(limit: Int = 1_000) { self.limit = max(1, limit) }

  /// Adds a record to the log.
  ///
  /// - Complexity: O(1), amortized.
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

  /// The records, from oldest to newest.
  ///
  /// - Complexity: O(*n*), where *n* is the number of records.
  public var records: [ExchangeRecord] {
    content.withLock { Array($0.records[$0.next...] + $0.records[..<$0.next]) }
  }
}
