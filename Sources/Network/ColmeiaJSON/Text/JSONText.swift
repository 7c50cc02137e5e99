/// A document that is assembled from pieces in one buffer. The caller must ensure that the pieces form valid JSON.
package struct JSONText: ~Copyable {
  private var printer = JSONPrinter(layout: .compact, capacity: 256)

  /// Creates an empty document.
  package init() {}

  /// The document.
  package var text: String { printer.bytes.text }

  /// Appends a piece of JSON unchanged.
  package mutating func append(piece: StaticString) { printer.bytes.append(piece) }
  package mutating func append(_ number: Int) { printer.bytes.append(Int64(number)) }

  package mutating func append(_ value: JSON) {
    switch value {
    case .string(let text): printer.bytes.append(quoting: text)
    case .number(let number): printer.bytes.append(number.text)
    case .null, .bool, .array, .object: printer.print(value, sortsKeys: false)
    }
  }
}
