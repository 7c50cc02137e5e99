import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Tests of the command-line options for servers and variables.
@Suite(.blocking, .timeLimit(.minutes(10))) struct GivenWorldTests {
  private static let text = """
    scenario "t"
    var count = 1
    expect var count == 3
    expect var name == "007"
    expect var shop == "http://127.0.0.1:9/api"
    request GET "{{shop}}/items?x=1"
    expect answer body path == "/api/items"
    expect answer body origin == "http://127.0.0.1:9"
    request GET "/own" within 5s
    expect answer body origin == "http://127.0.0.1:1"
    request GET "/news" lines 2
    expect answer body == ["a", "b"]
    expect var token == "x"
    """

  private static func run(_ text: String, _ options: [String]) async throws -> (ExitCode, String) {
    let folder = try Folder(["a.scn": text, "v": "# ours\nname=007\nsecret token=\"s3cr3t-word\"\n"])
    defer { folder.remove() }
    let terminal = CommandOutput(
      output: try OutputFile(path: "\(folder.path)/out"), errors: try OutputFile(path: "\(folder.path)/err"))
    let arguments = options.map { $0.replacing("@", with: folder.path) }
    let code = await Runner(PostApp(), terminal).run(["run", "\(folder.path)/a.scn", "-vv"] + arguments)
    return (code, try folder.text("out") + folder.text("err").replacing(folder.path, with: "@"))
  }

  private static let options = [
    "--origin", "shop=http://127.0.0.1:9/api/", "--var", "count=3", "--variables", "@/v",
  ]

  @Test func `The lines of a file of variables may end with CR and LF`() async throws {
    let folder = try Folder([
      "v": "a=1\r\nsecret b=long-word\r\n\r\nc=x\r\n",
      "a.scn": "scenario \"t\"\r\nexpect var a == 1\r\nexpect var b == \"long-word\"\r\nexpect var c == \"x\"\r\n",
    ])
    defer { folder.remove() }
    let (code, output, _) = try await OutputTests.run(["run", "@/a.scn", "--variables", "@/v"], in: folder)
    #expect(code == .success, "\(output)")
  }

  @Test func `Servers and variables of the command line are available, and secrets are masked`() async throws {
    let (code, output) = try await Self.run(Self.text, Self.options)
    #expect(code == .expectationFailed)
    #expect(output.contains("expected: var token == \"x\""), "\(output)")
    #expect(!output.contains("s3cr3t-word") && output.contains("***"))
  }

  @Test(arguments: [("pt-BR", "faltam 0"), ("en", "0 left")])
  func `Screens are in the requested language`(language: String, title: String) async throws {
    let (code, output) = try await Self.run(
      "scenario \"t\"\nexpect screen title == \"\(title)\"\n", ["--language", language])
    #expect(code == .success, "\(output)")
  }

  @Test func `The help lists the languages if there is a choice`() {
    let arguments = Command.runSyntax(KettleApp()).help(program: "kettle")
    #expect(arguments.contains("--language NAME") && arguments.contains("en or pt-BR (default: en)"))
    #expect(!GivenWorld.options([]).contains { $0.names == ["--language"] })
  }

  @Test func `A variable that the command line doesn't define is a mistake`() async throws {
    let (code, output) = try await Self.run("scenario \"t\"\nexpect var name == \"x\"\n", [])
    #expect(code == .parseError && output.contains("the variable 'name' is not defined"))
  }

  @Test func `A request can be sent only to servers that were named`() async throws {
    for address in ["http://127.0.0.1:99/api", "http://127.0.0.1:9/apix", "ftp://x"] {
      let text = "scenario \"t\"\nvar there = \"\(address)\"\nrequest GET \"{{there}}\"\n"
      let (code, output) = try await Self.run(text, Self.options)
      #expect(code == .runtimeError && output.contains("is not the address of a known server"), "\(output)")
    }
  }

  @Test func `A response that times out and a stream that ends early are reported`() async throws {
    let (code, output) = try await Self.run("scenario \"t\"\nrequest GET \"/never\" within 10ms\n", [])
    #expect(code == .expectationFailed && output.contains("no answer to GET /never within 10 ms"), "\(output)")
    let (_, lines) = try await Self.run("scenario \"t\"\nrequest GET \"/news\" lines 3\n", [])
    #expect(lines.contains("the stream ended after 2 of 3 lines"), "\(lines)")
  }

  @Test func `A stream with too much data fails the scenario`() async throws {
    let (code, output) = try await Self.run("scenario \"t\"\ntimeout 600s\nrequest GET \"/flood\" lines 10000\n", [])
    #expect(
      code == .expectationFailed && output.contains("the lines of the stream have more than 10485760 bytes"),
      "\(output)")
  }

  @Test(
    arguments: [
      (["--variables", "@"], "--variables: '@' cannot be read: it is a folder"),
      (["--variables", "/dev/zero"], "--variables: '/dev/zero' is not a text file in UTF-8"),
      (["--origin", "shop"], "--origin must be NAME=URL, not 'shop'"),
      (["--origin", "shop=x"], "--origin must be NAME=URL with a URL such as http://127.0.0.1:8080, not 'shop=x'"),
      (["--var", "=1"], "--var must be NAME=VALUE, not '=1'"),
      (["--variables", "@/none"], "--variables: '@/none' cannot be read: No such file or directory"),
      (["--variables", "@/a.scn"], "--variables: @/a.scn:1: a line must be NAME=VALUE or secret NAME=VALUE"),
      (["--language", "pt"], "--language must be en or pt-BR, not 'pt'"),
      (["--transport", "pigeon"], "--transport must be session or links, not 'pigeon'"),
    ])
  func `An invalid option is reported`(options: [String], message: String) async throws {
    let (code, output) = try await Self.run("scenario \"t\"\nsettle\n", options)
    #expect(code == .usage && output == "kettle: \(message)\n", "\(output)")
  }

  @Test func `Scenarios can query sent fields, but only the presence of a token`() async {
    #expect(
      await RunTests.failures(
        """
        dispatch fetch "/a"
        settle
        expect http "GET /a" last header "X-App" == "kettle"
        expect http "GET /a" last header "token" == "***"
        expect http "GET /a" last header "none" not exists
        """) == [])
  }

  @Test func `A folder of the user is kept, and created for that user only`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let kept = try await KeptFolder("\(folder.path)/kept")
    await kept.remove()
    #expect(try FileManager.default.attributesOfItem(atPath: kept.path)[.posixPermissions] as? Int == 0o700)
    let temporary = try await KeptFolder(nil)
    await temporary.remove()
    #expect(!FileManager.default.fileExists(atPath: temporary.path))
  }
}

/// The kettle app in a world that responds with the destination of a request, has streams, and doesn't respond to some
/// requests.
private struct PostApp: RunnableApp {
  typealias Root = Kettle
  let name = "kettle"
  let languages = KettleApp().languages

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Kettle> {
    World(base: try await KettleApp().makeWorld(parts))
  }

  private struct World: RunnableWorld {
    let base: any RunnableWorld<Kettle>
    var origin: String? { base.origin }
    func makeDevice(_ name: String) async throws -> Device<Kettle> { try await base.makeDevice(name) }
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if request.path == "/never" { await Bell().wait(after: 0) }  // suspends until the task is cancelled
      return HTTPResponse(
        200, body: (["path": .string(request.path), "origin": .string(request.origin)] as JSON).bytes())
    }
    func open(_ request: HTTPRequest) async throws -> any ByteStream { request.path == "/flood" ? Flood() : Lines() }
  }

  /// A stream of 64 KiB lines. It ends eventually, so that a test that reads all of it terminates.
  private final class Flood: ByteStream {
    let head = HTTPResponse(200)
    private let left = Guarded(1_000)
    func next() async throws(TransportError) -> [UInt8]? {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      return isOver ? nil : [UInt8](repeating: 120, count: 65_535) + [10]
    }
    func close() {}
  }

  private final class Lines: ByteStream {
    let head = HTTPResponse(200)
    private let rest = Guarded(["a\r", "\nb\nc"])
    func next() async throws(TransportError) -> [UInt8]? {
      rest.withLock { rest in rest.isEmpty ? nil : Array(rest.removeFirst().utf8) }
    }
    func close() {}
  }
}
