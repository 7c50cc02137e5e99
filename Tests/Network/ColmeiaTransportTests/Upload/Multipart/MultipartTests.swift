import TestSupport
import Testing

@testable import ColmeiaTransport

@Suite(.timeLimit(.minutes(10))) struct MultipartTests {
  /// Returns the body as text, for forms that contain only text.
  private func text(_ form: [FormField], _ files: PaperFileSystem = PaperFileSystem([:])) throws -> String {
    let body = try MultipartBody(form, boundary: "B", files: files)
    let bytes = try UploadBody(body).bytes()
    #expect(bytes.count == body.length)
    #expect(files.open == 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func field(_ name: String, _ content: String) -> String {
    "\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n--B"
  }

  private func file(_ name: String, _ fileName: String, _ type: String, _ content: String) -> String {
    "\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\nContent-Type: \(type)\r\n\r\n"
      + "\(content)\r\n--B"
  }

  @Test func `A form is encoded exactly as the protocol requires`() throws {
    #expect(try text([]) == "\r\n--B--")
    #expect(try text([FormField("a", "1")]) == "\r\n--B" + field("a", "1") + "--")
    #expect(
      try text([FormField("a", ""), FormField("a", "ç\r\n\r\nd"), FormField("", "e")])
        == "\r\n--B" + field("a", "") + field("a", "ç\r\n\r\nd") + field("", "e") + "--")
    let body = try MultipartBody([], boundary: "__X_API_BOUNDARY__4294967295__")
    #expect(body.contentType == "multipart/form-data; charset=utf-8; boundary=__X_API_BOUNDARY__4294967295__")
    #expect(try UploadBody(body).bytes() == Array("\r\n--__X_API_BOUNDARY__4294967295__--".utf8))
  }

  @Test func `Nested values have one name each, and empty lists and objects are omitted`() throws {
    let form: [FormField] = [
      FormField("user", ["name": "Ana", "dogs": [["name": "Rex", "age": 7], "Bob"], "is": ["in": true, "kg": 1.5]]),
      FormField("none", []), FormField("nothing", [:]), FormField("a", [[[1]]]),
    ]
    #expect(
      try text(form) == "\r\n--B" + field("user[name]", "Ana") + field("user[dogs][0][name]", "Rex")
        + field("user[dogs][0][age]", "7") + field("user[dogs][1]", "Bob") + field("user[is][in]", "true")
        + field("user[is][kg]", "1.5") + field("a[0][0][0]", "1") + "--")
  }

  @Test func `Bytes and files have a file name and a type, whether in memory or not`() throws {
    let files = PaperFileSystem(["f/a": .init(Array("GIF89a".utf8)), "f/b": .init([])])
    let form: [FormField] = [
      FormField("a", .bytes(Array("%PDF-".utf8))), FormField("b", .bytes(Array("x".utf8), fileName: "my \"x\".txt")),
      FormField("c", [.file(FormFile(folder: "f", name: "a")), .bytes([])]),
      FormField("d", .file(FormFile(folder: "f", name: "a", fileName: nil))),
      FormField("e", .file(FormFile(folder: "f", name: "b", fileName: "c"))),
    ]
    #expect(
      try text(form, files) == "\r\n--B" + file("a", "file0.pdf", "application/pdf", "%PDF-")
        + file("b", "my %22x%22.txt", "application/octet-stream", "x") + file("c[0]", "a", "image/gif", "GIF89a")
        + file("c[1]", "file3", "application/octet-stream", "") + file("d", "file4.gif", "image/gif", "GIF89a")
        + file("e", "c", "application/octet-stream", "") + "--")
  }

  @Test(
    arguments: [
      (0xFF, "image/jpeg", "jpg"), (0x89, "image/png", "png"), (0x47, "image/gif", "gif"), (0x49, "image/tiff", "tiff"),
      (0x4D, "image/tiff", "tiff"), (0x25, "application/pdf", "pdf"), (0xD0, "application/vnd", ""),
      (0x46, "text/plain", "txt"), (0x00, "application/octet-stream", ""), (nil, "application/octet-stream", ""),
    ] as [(UInt8?, String, String)])
  func `The first byte determines the type`(byte: UInt8?, name: String, fileExtension: String) {
    let type = FileKind(firstByte: byte)
    #expect(type.name == name && type.fileExtension == fileExtension)
  }

  @Test func `A part has the media type that the caller passes`() throws {
    let files = PaperFileSystem(["f/a": .init(Array("GIF89a".utf8))])
    let form: [FormField] = [
      FormField("a", .text("{}", type: "application/json")),
      FormField("b", .bytes(Array("1,2".utf8), type: "text/csv")),
      FormField("c", .file(FormFile(folder: "f", name: "a", type: "text/plain; charset=utf-8"))),
    ]
    #expect(
      try text(form, files) == "\r\n--B\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: application/json"
        + "\r\n\r\n{}\r\n--B" + file("b", "file1", "text/csv", "1,2")
        + file("c", "a", "text/plain; charset=utf-8", "GIF89a") + "--")
  }

  @Test(arguments: ["", "text", "text/", "a/b/c", "a b/c", "text/csv\r\nX: y", "text/csv; a=\"\n\"", "text/csv\0"])
  func `A media type that is not one is rejected`(type: String) {
    for value in [FormValue.text("", type: type), .bytes([], type: type)] {
      #expect(throws: MultipartError.badType(name: "a")) { try MultipartBody([FormField("a", value)], boundary: "B") }
    }
  }

  @Test func `Names are escaped so that they cannot end their quotes or their line`() throws {
    let form = [FormField("a\"\r\nX: y\r\n\r\n", .bytes([], fileName: "\r\n\"--C"))]
    #expect(
      try text(form) == "\r\n--B"
        + file("a%22%0D%0AX: y%0D%0A%0D%0A", "%0D%0A%22--C", "application/octet-stream", "") + "--")
  }

  @Test(arguments: ["", " ", "a b", "a\"", "a\r\n", "ç", "a;b", "a/b", String(repeating: "x", count: 71)])
  func `A boundary that needs quotes or is too long is rejected`(boundary: String) {
    #expect(throws: MultipartError.badBoundary) { try MultipartBody([], boundary: boundary) }
  }

  @Test func `A boundary that occurs anywhere in a part is rejected`() throws {
    let files = PaperFileSystem(["f/a": .init(Array("...--XY-Z".utf8)), "f/b": .init(pattern: [0x2D, 0x58], count: 9)])
    let forms: [(String, FormField)] = [
      ("a", FormField("a", "--XY-Z")), ("a[b]", FormField("a", ["b": "----XY-Z-"])),
      ("--XY-Z", FormField("--XY-Z", "")), ("a", FormField("a", .bytes(Array("--X--XY--XY-Z".utf8)))),
      ("a", FormField("a", .bytes([], fileName: "--XY-Z"))),
      ("a[0]", FormField("a", [.file(FormFile(folder: "f", name: "a"))])),
    ]
    for (name, field) in forms {
      #expect(throws: MultipartError.boundaryInPart(name: name)) {
        try MultipartBody([FormField("first", "--XY-"), field], boundary: "XY-Z", files: files)
      }
    }
    #expect(files.open == 0)
    let harmless: [FormField] = [
      FormField("a", "-XY-Z"), FormField("b", "--XY-"), FormField("Z", "--xy-z"),
      FormField("c", .file(FormFile(folder: "f", name: "b"))),
    ]
    #expect(try MultipartBody(harmless, boundary: "XY-Z", files: files).length > 0)
  }

  @Test func `A form that is too deep is rejected`() throws {
    var deep: FormValue = "x"
    for _ in 0..<64 { deep = [deep] }
    _ = try MultipartBody([FormField("a", deep)], boundary: "B")
    #expect(throws: MultipartError.tooDeep(limit: 64)) { try MultipartBody([FormField("a", [deep])], boundary: "B") }
  }

  @Test func `Error descriptions state what to do and show no values`() throws {
    let errors: [MultipartError] = [
      .badBoundary, .boundaryInPart(name: "a\n"), .file(FileError(.read, "f", .inputOutput)), .tooDeep(limit: 5),
      .badType(name: "a\n"),
    ]
    #expect(
      errors.map(\.description) == [
        "The boundary of a form must have 1 to 70 letters, digits or '+_-. and nothing else.",
        "The part \"a\\n\" contains the boundary. Choose another one.",
        "'f' cannot be read: the device failed; check it, and try again",
        "The form has more than 5 levels of lists and objects. Make it flatter.",
        "The media type of the part \"a\\n\" is not valid. Pass one such as text/csv, or nil.",
      ])
    var text = ""
    let form = [FormField("password", "hidden"), FormField("a", ["hidden", .bytes(Array("hidden".utf8))])]
    dump(form, to: &text)
    dump(try MultipartBody(form, boundary: "B"), to: &text)
    text += "\(form.map(\.value))"
    #expect(!text.contains("hidden") && !text.contains("104"))
  }
}
