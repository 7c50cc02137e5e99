/// How large the parts of a request may be that a server reads.
package struct HTTPRequestLimits: Sendable, Hashable {
  /// Bytes of the line and the header fields; more is refused with 431, a longer address with 414.
  package var head: Int
  /// Bytes of the body; more is refused with 413.
  package var body: Int
  /// Header fields; more is refused with 431.
  package var fields: Int

  /// Limits; those that are not given are the usual ones.
  package init(head: Int = 16_384, body: Int = 10 << 20, fields: Int = 100) {
    self.head = head
    self.body = body
    self.fields = fields
  }
}
