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
  /// The row with an id, or `nil` if there is none.
  subscript(id id: ID) -> Row? { get }
  /// Calls `body` with the row, for changes in place. Returns the result of `body`, or `nil` if the row doesn't exist.
  mutating func withMutableRow<Result>(_ id: ID, _ body: (inout Row) -> Result) -> Result?

  /// A number that changes whenever a row is added, written, moved or removed, and that is never `UInt64.max`. Two
  /// different collections never have the same number.
  var changeStamp: UInt64 { get }
  /// Returns what has changed since the collection had this stamp, or `nil` if that is unknown: the ids of the rows that
  /// were added or written and still exist, in the order of the rows, and the ids of those that were removed, some of
  /// which may have been added again.
  func changes(since stamp: UInt64) -> (written: [ID], removed: [ID])?
}
