import ColmeiaHTTP
import Testing

@Suite struct HexadecimalTests {
  @Test func `Every byte becomes two digits, which are decoded in either case`() {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = Hexadecimal.text(bytes)
    #expect(text.hasPrefix("000102"))
    #expect(text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.bytes(text) == bytes)
    #expect(Hexadecimal.bytes(text.uppercased()) == bytes)
    #expect(Hexadecimal.bytes("") == [])
  }

  @Test(arguments: ["0", "0g", "g0", " 00", "00 ", "000", "+1", "é0", "/0", ":0", "@0", "`0"])
  func `Invalid text is refused`(text: String) { #expect(Hexadecimal.bytes(text) == nil) }

  @Test func `isEqual compares the content and length of arrays`() {
    #expect(ConstantTime.isEqual([1, 2, 3], [1, 2, 3]))
    #expect(ConstantTime.isEqual([], []))
    #expect(!ConstantTime.isEqual([1, 2, 3], [1, 2]))
    #expect(!ConstantTime.isEqual([1, 2, 3], [0, 2, 3]))
    #expect(!ConstantTime.isEqual([1, 2, 3], [1, 2, 131]))
  }
}
