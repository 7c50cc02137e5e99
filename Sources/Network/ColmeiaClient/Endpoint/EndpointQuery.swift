import ColmeiaHTTP

/// The items of a query, in order: `["category": "pug", "page": page]`. Items whose value is `nil` are omitted. A name may
/// occur more than once, also with a list: `EndpointQuery().adding("tag", tags)`.
public struct EndpointQuery: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The items, in the order in which they are sent.
  public var items: [HTTPQueryItem]

  /// Creates a query from a dictionary literal, in its order.
  public init(dictionaryLiteral elements: (String, String?)...) {
    items = elements.compactMap { name, value in value.map { HTTPQueryItem(name, $0) } }
  }

  /// Returns the query with an item for each value, all with this name.
  public func adding(_ name: String, _ values: some Sequence<String>) -> EndpointQuery {
    var copy = self
    copy.items += values.map { HTTPQueryItem(name, $0) }
    return copy
  }
}
