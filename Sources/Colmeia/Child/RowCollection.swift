/// A collection of rows that are identified by an id, and that records which rows have changed. ``ChildRows`` requires
/// this conformance; `EntityTable` provides it.
public protocol RowCollection<Row>: Sendable {
  /// The state of a row.
  associatedtype Row: Sendable
  /// The id of a row.
  associatedtype ID: Hashable & Sendable

  /// The type of ``ids``.
  associatedtype IDs: Sequence<ID>

  /// The ids of all rows, in order.
  var ids: IDs { get }
  /// Calls `body` with the row, for changes in place. Returns the result of `body`, or `nil` if the row doesn't exist.
  mutating func withMutableRow<Result>(_ id: ID, _ body: (inout Row) -> Result) -> Result?
  /// Calls `body` with a pointer to the row. Returns the result of `body`, or `nil` if the row doesn't exist.
  func withRow<Result>(_ id: ID, _ body: (UnsafePointer<Row>) -> Result) -> Result?

  /// Returns the position of the row, or `nil` if it doesn't exist.
  func position(of id: ID) -> Int?

  /// A number that changes whenever a row is added, written, moved or removed. Two different collections never have the
  /// same number.
  var changeStamp: UInt64 { get }
  /// Returns the changes since the collection had this stamp, oldest first, or `nil` if they are unknown.
  func changes(since stamp: UInt64) -> [RowChange<ID>]?
}

/// A change of one row of a ``RowCollection``.
public struct RowChange<ID: Sendable>: Sendable {
  /// The id of the row.
  public let id: ID
  /// Whether the row was removed. Otherwise, it was added or written.
  public let isRemoval: Bool
  /// Creates a change of the row `id`.
  @inlinable public init(id: ID, isRemoval: Bool) {
    (self.id, self.isRemoval) = (id, isRemoval)
  }
}
