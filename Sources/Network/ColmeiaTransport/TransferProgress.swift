/// The progress of a transfer.
public enum TransferProgress: Sendable, Hashable {
  /// The number of bytes of the request body that have been sent, and the total.
  case sent(Int, of: Int)
  /// The number of bytes of the response body that have been received, and the total, or `nil` if the server does not
  /// state it.
  case received(Int, of: Int?)

  /// The number of bytes sent or received so far.
  public var count: Int {
    switch self {
    case .sent(let count, _), .received(let count, _): count
    }
  }

  /// The total number of bytes, or `nil` if it is unknown.
  public var total: Int? {
    switch self {
    case .sent(_, let total): total
    case .received(_, let total): total
    }
  }

  /// The progress as a whole percentage from 0 to 100, or `nil` if the total is unknown or zero.
  public var percent: Int? {
    guard let total, total > 0 else { return nil }
    let part = min(max(count, 0), total)
    return part > Int.max / 100 ? part / (total / 100) : part * 100 / total
  }
}
