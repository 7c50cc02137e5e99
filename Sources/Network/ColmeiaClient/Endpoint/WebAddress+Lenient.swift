import ColmeiaHTTP
import ColmeiaJSON

extension WebAddress: LenientValue {
  /// Creates an address from text.
  ///
  /// - Throws: `MappingError` if the value is not the text of an `http` or `https` address.
  public init(lenient mapper: Mapper) throws(MappingError) {
    let text = try String(exact: mapper)
    guard let address = WebAddress(rawValue: text) else {
      throw MappingError(path: mapper.path, expected: "an http or https address", found: "a string that isn't one")
    }
    self = address
  }
}
