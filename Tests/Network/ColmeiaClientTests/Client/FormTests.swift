import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

/// Tests of forms as bodies of calls.
@Suite struct FormTests {
  private static let rex: FormValue = .file(FormFile(folder: "f", name: "rex.jpg"))

  private func send(
    _ form: [FormField], _ content: [UInt8] = [0xFF, 1, 2], boundary: (@Sendable (Int) -> String)? = nil
  ) async throws -> (HTTPRequest?, APIError?) {
    let stub = StubTransport([StubRule(.post, "/dogs", .response(HTTPResponse(200)))])
    var client = APIClient(stub, base: try BaseURL("http://h"))
    client.files = PaperFileSystem(["f/rex.jpg": .init(content)])
    if let boundary { client.boundary = boundary }
    let endpoint = Endpoint<Void>(.post, "/dogs", body: .form(form))
    do throws(APIError) { try await client.send(endpoint) } catch { return (stub.requests.first, error) }
    return (stub.requests.first, nil)
  }

  @Test func `A form of texts is URL-encoded with nested names in brackets`() async throws {
    let (request, error) = try await send([
      FormField("dog", ["name": "Rex & Bob", "tags": ["a", "ç"]]), FormField("age", 3), FormField("none", []),
    ])
    #expect(error == nil)
    #expect(request?.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(
      request?.body
        == Array("dog%5Bname%5D=Rex%20%26%20Bob&dog%5Btags%5D%5B0%5D=a&dog%5Btags%5D%5B1%5D=%C3%A7&age=3".utf8))
  }

  @Test(arguments: [
    [FormField("a", "b"), FormField("photo", .bytes([1, 2]))], [FormField("a", "b"), FormField("photo", rex)],
    [FormField("dogs", [["name": "Rex", "photo": rex], "Bob"])],
    [FormField("dogs", [["tags": .text("[]", type: "application/json")], "Bob"])],
  ])
  func `Bytes or a file at any depth make it a multipart body`(form: [FormField]) async throws {
    let (request, error) = try await send(form)
    #expect(error == nil)
    let files = PaperFileSystem(["f/rex.jpg": .init([0xFF, 1, 2])])
    let body = try MultipartBody(form, boundary: "__X_API_BOUNDARY__0__", files: files)
    #expect(request?.headers["Content-Type"] == body.contentType)
    #expect(request?.body == (try UploadBody(body).bytes()))
  }

  @Test func `A boundary that occurs in a part is replaced by another one`() async throws {
    let (request, _) = try await send([FormField("a", Self.rex)], Array("1--B0--B1".utf8)) { "B\($0)" }
    #expect(request?.headers["Content-Type"]?.hasSuffix("boundary=B2") == true)
    let (none, error) = try await send([FormField("a", Self.rex)], Array("--B".utf8)) { _ in "B" }
    #expect(none == nil && error == .form(.boundaryInPart(name: "a")))
  }

  @Test func `A form that cannot be sent is reported, and nothing is sent`() async throws {
    var deep = FormValue.text("x")
    for _ in 0..<100_000 { deep = .list([deep]) }
    defer { while case .list(let inner) = deep, let next = inner.first { deep = next } }
    let missing: FormValue = .file(FormFile(folder: "f", name: "none"))
    for (value, error) in [
      (deep, MultipartError.tooDeep(limit: 64)), (missing, .file(FileError(.open, "f/none", .missing))),
    ] {
      let (request, thrown) = try await send([FormField("a", value)])
      #expect(request == nil && thrown == .form(error))
    }
  }

  @Test func `A form's files are examined on the threads for blocking calls`() async throws {
    let threads = CountingThreads()
    let stub = StubTransport([StubRule(.post, "/dogs", .response(HTTPResponse(200)))])
    var client = APIClient(stub, base: try BaseURL("http://h"))
    client.files = PaperFileSystem(["f/rex.jpg": .init([0xFF])], on: threads)
    try await client.send(Endpoint<Void>(.post, "/dogs", body: .form([FormField("photo", Self.rex)])))
    // One job to examine the file, and one to read it for the stub.
    #expect(threads.jobs == 2 && stub.requests.count == 1)
  }

  @Test func `The description of a form does not show its content`() {
    let body = EndpointBody.form([FormField("password", "hidden")])
    #expect("\(body)" == "a form with 1 field")
    #expect(!String(reflecting: body).contains("hidden"))
  }
}
