/// How far a transfer is.
public enum TransferProgress: Sendable, Hashable {
  /// So many bytes of the request's body have gone out, of so many.
  case sent(Int, of: Int)
  /// So many bytes of the answer's body have come, of so many; `nil` when the server does not say.
  case received(Int, of: Int?)

  /// How many bytes have gone or come.
  public var count: Int {
    switch self {
    case .sent(let count, _), .received(let count, _): count
    }
  }

  /// How many there will be; `nil` when nobody knows.
  public var total: Int? {
    switch self {
    case .sent(_, let total): total
    case .received(_, let total): total
    }
  }

  /// Whole percents, from 0 to 100; `nil` when nobody knows of how many bytes.
  public var percent: Int? {
    guard let total, total > 0 else { return nil }
    let part = min(max(count, 0), total)
    return part > Int.max / 100 ? part / (total / 100) : part * 100 / total
  }
}
