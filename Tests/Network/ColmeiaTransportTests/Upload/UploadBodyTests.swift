import TestSupport
import Testing

@testable import ColmeiaTransport

@Suite struct UploadBodyTests {
  private static let files = PaperFileSystem(["f/rex": .init(pattern: [1, 2, 3], count: 100)])

  @Test func `Pieces of any size make up the body`() throws {
    let form = try MultipartBody([FormField("a", "b"), FormField("c", .bytes([1, 2]))], boundary: "B")
    let bodies = [
      UploadBody([]), UploadBody([7]), UploadBody(Array(0..<100)), UploadBody(form),
      try UploadBody(file: "rex", in: "f", files: Self.files),
    ]
    for body in bodies {
      let whole = try body.bytes()
      #expect(whole.count == body.length)
      for size in [1, 2, 7, 99, 100, 101] {
        var reader = body.reader()
        var read: [UInt8] = []
        while reader.left > 0 { read += try reader.read(size) }
        #expect(read == whole)
        #expect(try reader.read(1) == [])
      }
    }
    #expect(Self.files.open == 0)
  }

  @Test func `The last bytes of a file that has grown are not returned`() throws {
    let files = PaperFileSystem(["f/rex": .init(pattern: [1], count: 100)])
    let body = try UploadBody(file: "rex", in: "f", files: files)
    files.change("f/rex", .init(pattern: [1], count: 101))
    #expect(throws: UploadError.changed(path: "f/rex")) { try body.bytes() }
    #expect(files.open == 0)
  }

  @Test func `A path that is missing or not a file is reported when the body is created`() {
    let files = PaperFileSystem(["f/pipe": .init([1])])
    for (name, error) in [
      ("pipe", FileError(.look, "f/pipe", .notAFile)), ("none", FileError(.open, "f/none", .missing)),
    ] {
      #expect(throws: UploadError.file(error)) { try UploadBody(file: name, in: "f", files: files) }
    }
    #expect(files.open == 0)
  }

  @Test func `The description of a body does not show its content`() {
    #expect("\(UploadBody([1, 2, 3]))" == "3 bytes")
    #expect(String(reflecting: UploadBody(Array("secret".utf8))).contains("115") == false)
  }
}
