import ColmeiaHTTP

/// The items of a query, in order: `["category": "pug", "page": page]`. Items whose value is `nil` are omitted.
public struct EndpointQuery: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The items, in the order in which they are sent.
  public var items: [HTTPQueryItem]

  /// Creates a query from a dictionary literal, in its order.
  public init(dictionaryLiteral elements: (String, String?)...) {
    items = elements.compactMap { name, value in value.map { HTTPQueryItem(name, $0) } }
  }
}
