import ColmeiaHTTP

/// The items of a query, in order: `["category": "pug", "page": page]`. An item whose value is `nil` is left out.
public struct EndpointQuery: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The items, in the order in which they are sent.
  public var items: [HTTPQueryItem]

  /// A query of these items.
  public init(_ items: [HTTPQueryItem]) { self.items = items }

  /// The items of a literal, in its order.
  public init(dictionaryLiteral elements: (String, String?)...) {
    items = elements.compactMap { name, value in value.map { HTTPQueryItem(name, $0) } }
  }
}
