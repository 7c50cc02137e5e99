import ColmeiaClient
import Testing

@Suite struct LenientAddressTests {
  @Test func `A mapper reads an address only from a valid text`() throws {
    let mapper = Mapper(["a": "https://h/x", "b": "no address", "c": 1])
    #expect(try mapper.value("a", as: WebAddress.self).origin == "https://h")
    for path: MappingPath in ["b", "c", "d"] { #expect(mapper.optional(path, as: WebAddress.self) == nil) }
  }
}
