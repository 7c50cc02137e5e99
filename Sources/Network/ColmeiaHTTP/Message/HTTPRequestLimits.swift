/// The limits on the parts of a request that a server accepts.
package struct HTTPRequestLimits: Sendable, Hashable {
  /// The maximum number of bytes in the request line and header fields. A longer head is rejected with 431, a longer
  /// address with 414.
  package var head: Int
  /// The maximum number of bytes in the body. A longer body is rejected with 413.
  package var body: Int
  /// The maximum number of header fields. More are rejected with 431.
  package var fields: Int

  /// Creates limits. Arguments that are omitted have their default values.
  package init(head: Int = 16_384, body: Int = 10 << 20, fields: Int = 100) {
    self.head = head
    self.body = body
    self.fields = fields
  }
}
