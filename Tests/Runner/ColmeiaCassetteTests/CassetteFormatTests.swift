import Foundation
import TestSupport
import Testing

@testable import ColmeiaCassette
@testable import ColmeiaClient
@testable import ColmeiaHTTP
@testable import ColmeiaTransport

/// Tests of the file format, and of the errors for damaged files.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CassetteFormatTests {
  private static let head = "{\"colmeia\":\"cassette\",\"version\":1}\n{\"scenario\":\"s\"}\n"

  @Test func `A recording is written as readable lines of JSON`() async throws {
    let recording = CassetteRecording("story", file: "a.scn", date: 7)
    let stub = StubTransport([StubRule(.post, "/users", .response(Self.created), .failure(.offline))])
    let transport = RecordingTransport(stub, recording, device: "ana")
    _ = try await transport.send(Self.signUp)
    await #expect(throws: TransportError.offline) { try await transport.send(Self.signUp) }
    #expect(
      recording.cassette.text == """
        {"colmeia":"cassette","version":1}
        {"scenario":"story","file":"a.scn","date":7,"origin":"http://h"}
        {"n":1,"device":"ana","request":"POST /users?x=1","headers":["Token: <token 1>"],"json":{"name":"Ana","password":"<password 1>"}}
        {"n":1,"status":201,"headers":["ETag: \\"1\\"","Date: now","Content-Length: 27"],"json":{"id":7,"token":"<token 2>"}}
        {"n":2,"device":"ana","request":"POST /users?x=1","headers":["Token: <token 1>"],"json":{"name":"Ana","password":"<password 1>"}}
        {"n":2,"error":"offline"}

        """)
  }

  private static let signUp = HTTPRequest(
    .post, origin: "http://h", path: "/users", query: "x=1", headers: ["Token": "tok-1", "User-Agent": "x"],
    body: Array(#"{"name": "Ana", "password": "pass-1"}"#.utf8))
  private static let created = HTTPResponse(
    201, headers: ["ETag": "\"1\"", "Date": "now", "Content-Length": "27"],
    body: Array(#"{"id": 7, "token": "tok-2"}"#.utf8))

  private static let damages: [(String, Int, Int, String)] = [
    ("", 1, 1, "this is not a cassette: the first line must be {\"colmeia\":\"cassette\",\"version\":1}; record one"),
    (
      "{\"colmeia\":\"jar\",\"version\":1}", 1, 1,
      "this is not a cassette: the first line must be {\"colmeia\":\"cassette\",\"version\":1}; record one"
    ),
    (
      "{\"colmeia\":\"cassette\",\"version\":2}", 1, 33,
      "this cassette has version 2, but version 1 is supported; record it again"
    ),
    (head + "{\"n\":1,", 3, 8, "expected a key in quotation marks here; repair the line, or record again"),
    (head + "[]", 3, 1, "expected an object, not an array; repair the line, or record again"),
    (
      head + "{\"n\":0,\"request\":\"GET /\"}", 3, 6,
      "expected a whole number from 1; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET\"}", 3, 18,
      "expected a method and a path, such as GET /feed; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"requst\":\"GET /\"}", 3, 1,
      "this line contains nothing that version 1 supports; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\",\"jsn\":1}", 3, 26,
      "unknown key \"jsn\"; did you mean \"json\"?; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"stream\":\"/\"}", 3, 17,
      "expected a method and a path, such as GET /feed; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"stream\":\"GET /\"}\n{\"n\":1,\"head\":99}", 4, 15,
      "expected a number in 100...999; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"stream\":\"GET /\"}\n{\"n\":1,\"received\":\"chunk\",\"text\":\"a\"}", 4, 6,
      "exchange 1 cannot continue like this; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"stream\":\"GET /\"}\n{\"n\":1,\"head\":200}\n{\"n\":1,\"received\":\"message\"}", 5, 6,
      "exchange 1 cannot continue like this; repair the line, or record again"
    ),
    (
      head
        + "{\"n\":1,\"stream\":\"GET /\"}\n{\"n\":1,\"head\":200}\n{\"n\":1,\"end\":\"stream\"}\n{\"n\":1,\"error\":\"offline\"}",
      6, 6, "exchange 1 cannot continue like this; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\"}\n{\"n\":1,\"head\":200}", 4, 6,
      "exchange 1 cannot continue like this; repair the line, or record again"
    ),
    (
      "{\"colmeia\":\"cassette\",\"version\":1}\n{\"scenario\":\"s\",\"date\":9223372036854775807}", 2, 24,
      "expected a number in 0...253402300799; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"ms\":9223372036854775807,\"socket\":\"/\"}", 3, 13,
      "expected a number in 0...4503599627370496; repair the line, or record again"
    ),
    (head + "{\"n\":1,\"status\":200}", 3, 6, "exchange 1 has not begun; repair the line, or record again"),
    (
      head + "{\"leftOut\":9223372036854775807}", 3, 12,
      "expected a number in 0...4294967296; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\"}\n{\"n\":1,\"request\":\"GET /\"}", 4, 6,
      "exchange 1 has already begun; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\"}\n{\"n\":1,\"sent\":\"message\"}", 4, 6,
      "exchange 1 cannot continue like this; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\",\"text\":\"\",\"json\":1}", 3, 33,
      "only one body is allowed: json or text; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\",\"base64\":\"?\"}", 3, 35,
      "this is not Base64; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\",\"bytes\":1,\"sha256\":\"0\"}", 3, 45,
      "expected 64 hexadecimal digits; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\",\"headers\":[\"A\"]}", 3, 36,
      "a field must have the form 'Name: value'; repair the line, or record again"
    ),
    (
      head + "{\"n\":1,\"request\":\"GET /\"}\n{\"n\":1,\"error\":\"ofline\"}", 4, 16,
      "unknown case \"ofline\"; did you mean \"offline\"?; repair the line, or record again"
    ),
    (
      "{\"colmeia\":\"cassette\",\"version\":1}\n{\"n\":1,\"request\":\"GET /\"}", 2, 1,
      "expected a line with \"scenario\" before this one; repair the line, or record again"
    ),
  ]

  @Test(arguments: damages)
  func `A damaged file is rejected with the line, the column and advice`(
    text: String, line: Int, column: Int, message: String
  ) {
    do throws(CassetteError) {
      _ = try Cassette(parsing: Array(text.utf8), file: "f")
      Issue.record("the file was read")
    } catch { #expect("\(error)" == "f:\(line):\(column): \(message)") }
  }

  @Test(.long) func `A response with very many members is written in linear time`() async throws {
    // Comparing each name with all others would take minutes.
    let members = (0..<80_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let body = Array("{\(members)}".utf8)
    let recording = CassetteRecording("large", limits: CassetteLimits(body: 16 << 20))
    let transport = RecordingTransport(
      StubTransport([StubRule(.get, "/a", .response(HTTPResponse(200, body: body)))]), recording)
    _ = try await transport.send(HTTPRequest(.get, origin: "http://h", path: "/a"))
    let again = try Cassette(parsing: Array(recording.cassette.text.utf8))
    #expect(again == recording.cassette)
  }

  @Test func `A file over the limit is not read`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: CassetteLimits.file + 1)
    #expect(throws: CassetteError(.tooLarge(limit: CassetteLimits.file), file: "f")) {
      try Cassette(parsing: bytes, file: "f")
    }
  }

  @Test(arguments: 0..<300)
  func `A written cassette reads back as equal and is written identically again`(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let cassette = RandomCassette.make(&random)
    let text = cassette.text
    let again = try Cassette(parsing: Array(text.utf8))
    #expect(again == cassette)
    #expect(again.text == text)
  }

  @Test func `A file is private to the user, is replaced atomically and leaves no other files`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let path = "\(folder.path)/a.cassette"
    try await Cassette().write(to: path)
    var random = SplitMix(state: 3)
    let cassette = RandomCassette.make(&random)
    try await cassette.write(to: path)
    #expect(try Cassette(path: path) == cassette)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.cassette"])
    await #expect(throws: CassetteError.self) { try await cassette.write(to: "\(path)/b") }
    #expect(throws: CassetteError(.file("this file cannot be read; check that it exists"), file: "\(path)/b")) {
      try Cassette(path: "\(path)/b")
    }
  }

  @Test func `A pipe or a link at the path of a cassette is kept`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let (pipe, link, file) = ("\(folder.path)/pipe", "\(folder.path)/link", "\(folder.path)/file")
    let text = Cassette().text
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try await Cassette().write(to: pipe)
    var bytes = [UInt8](repeating: 0, count: text.utf8.count + 1)
    #expect(read(reader, &bytes, bytes.count) == text.utf8.count)
    #expect(String(decoding: bytes.dropLast(), as: UTF8.self) == text)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    await #expect(throws: CassetteError(.file("this link is broken; remove it, or name another file"), file: link)) {
      try await Cassette().write(to: link)
    }
    try "old".write(toFile: file, atomically: true, encoding: .utf8)
    try await Cassette().write(to: link)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(lstat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `Writing a cassette does not block the thread of its task`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let (executor, isBack, isWritten) = (ManualExecutor(), Tally(), Tally())
    let writing = Task(executorPreference: executor) {
      defer { isWritten.add() }
      try await Cassette().write(to: pipe)
    }
    Thread.detachNewThread {
      executor.run()
      isBack.add()
    }
    // The pipe has no reader yet, so opening it for writing blocks.
    await isBack.reaches(1)
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    await poll(for: "the cassette") {
      executor.run()
      return isWritten.value == 1
    }
    try await writing.value
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(read(reader, &bytes, bytes.count) == Cassette().text.utf8.count)
  }
}
