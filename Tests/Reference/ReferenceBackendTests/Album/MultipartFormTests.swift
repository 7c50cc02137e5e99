import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of the parser for multipart forms.
@Suite struct MultipartFormTests {
  private static func form(_ body: [UInt8], boundary: String = "b") -> MultipartForm? {
    MultipartForm(
      HTTPRequest(
        .post, path: "/", headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body: body))
  }

  private static func bytes(_ parts: [MultipartForm.Part]) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
      bytes += Array("--b\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
      bytes += part.bytes + [13, 10]
    }
    return bytes + Array("--b--\r\n".utf8)
  }

  private static func parts(_ random: inout SplitMix) -> [MultipartForm.Part] {
    (0..<random.below(5)).map { number in
      MultipartForm.Part(
        name: "field[\(number)]", fileName: random.below(2) == 0 ? nil : "f;\(number).png",
        // Includes line breaks and hyphens, which occur in boundaries.
        bytes: (0..<random.below(40)).map { _ in [13, 10, 45, 0, 255][random.below(5)] })
    }
  }

  @Test func `A form with any content is parsed into the parts that were written`() throws {
    var random = SplitMix(state: 14)
    for _ in 0..<500 {
      let parts = Self.parts(&random)
      #expect(try #require(Self.form(Self.bytes(parts))).parts == parts)
    }
  }

  @Test func `A randomly changed form is parsed or refused, and never gains bytes`() {
    var random = SplitMix(state: 15)
    var refused = 0
    for _ in 0..<3_000 {
      var body = Self.bytes(Self.parts(&random))
      for _ in 0...random.below(4) {
        let index = random.below(body.count)
        switch random.below(3) {
        case 0: body[index] = UInt8(random.below(256))
        case 1: body.removeSubrange(index..<min(body.count, index + 1 + random.below(12)))
        default: body.insert(contentsOf: Array("\r\n--b".utf8), at: index)
        }
        if body.isEmpty { break }
      }
      guard let form = Self.form(body) else {
        refused += 1
        continue
      }
      #expect(form.parts.count <= MultipartForm.mostParts)
      #expect(form.parts.reduce(0) { $0 + $1.bytes.count } <= body.count)
    }
    #expect((1..<3_000).contains(refused))
  }

  @Test func `White space may follow a boundary, and content may begin with one`() {
    let field = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"
    let form = Self.form(Array("--b \t\r\n\(field)x\r\n--bxyz\r\n--b\r\n\(field)y\r\n--b--".utf8))
    #expect(form?.parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["x\r\n--bxyz", "y"])
  }

  @Test(arguments: [
    "", "--", "--b", "--b--", "\r\n", "--b\r\n\r\n--b--", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b",
  ])
  func `Text that isn't a complete form is refused`(text: String) {
    let form = Self.form(Array(text.utf8))
    #expect(form == nil || form?.parts.isEmpty == true && text == "--b--", "\(String(describing: form))")
  }

  @Test func `A form with too many parts, or with an invalid or missing boundary, is refused`() {
    let part = MultipartForm.Part(name: "a", fileName: nil, bytes: [])
    let most = Array(repeating: part, count: MultipartForm.mostParts)
    #expect(Self.form(Self.bytes(most))?.parts == most)
    #expect(Self.form(Self.bytes(most + [part])) == nil)
    #expect(Self.form(Self.bytes([part]), boundary: String(repeating: "b", count: 71)) == nil)
    #expect(MultipartForm(HTTPRequest(.post, path: "/", body: Self.bytes([part]))) == nil)
  }
}
