/// A document that is put together of pieces in one buffer. Whoever puts it together sees to it that it is JSON.
package struct JSONText: ~Copyable {
  private var printer = JSONPrinter(layout: .compact, capacity: 256)

  /// Nothing yet.
  package init() {}

  /// The document.
  package var text: String { printer.bytes.text }

  /// A piece of JSON as it is.
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
