/// A collection of rows that are found by their id and that knows which of them have changed: what ``ChildRows`` needs.
/// `EntityTable` is one.
public protocol RowCollection<Row>: Sendable {
  /// The state of a row.
  associatedtype Row: Sendable
  /// What a row is found by.
  associatedtype ID: Hashable & Sendable

  /// The type of ``ids``.
  associatedtype IDs: Sequence<ID>

  /// The ids of all rows, in their order.
  var ids: IDs { get }
  /// Changes the row in place; `nil` when there is none.
  mutating func withMutableRow<Result>(_ id: ID, _ body: (inout Row) -> Result) -> Result?
  /// Lends the row; `nil` when there is none.
  func withRow<Result>(_ id: ID, _ body: (UnsafePointer<Row>) -> Result) -> Result?

  /// The position of the row; `nil` when there is none.
  func position(of id: ID) -> Int?

  /// A number that changes when a row is added, written or removed, and that no two different collections share.
  var changeStamp: UInt64 { get }
  /// What has happened since the collection had this stamp, oldest first; `nil` when it does not know.
  func changes(since stamp: UInt64) -> [RowChange<ID>]?
}

/// A change of one row of a ``RowCollection``.
public struct RowChange<ID: Sendable>: Sendable {
  /// The id of the row.
  public let id: ID
  /// Whether it was removed; otherwise it was added or written.
  public let isRemoval: Bool
  /// A change of the row `id`.
  @inlinable public init(id: ID, isRemoval: Bool) {
    (self.id, self.isRemoval) = (id, isRemoval)
  }
}
