import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSync
import ColmeiaTransport
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner

/// What the command line says of servers and variables.
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
    let folder = try CommandTests.Folder(["a.scn": text, "v": "# ours\nname=007\nsecret token=\"s3cr3t-word\"\n"])
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

  @Test func `Servers and variables of the command line are there, and secrets are shown to nobody`() async throws {
    let (code, output) = try await Self.run(Self.text, Self.options)
    #expect(code == .expectationFailed)
    #expect(output.contains("expected: var token == \"x\""), "\(output)")
    #expect(!output.contains("s3cr3t-word") && output.contains("***"))
  }

  @Test(arguments: [("pt-BR", "faltam 0"), ("en", "0 left")])
  func `Screens are in the language that is given`(language: String, title: String) async throws {
    let (code, output) = try await Self.run(
      "scenario \"t\"\nexpect screen title == \"\(title)\"\n", ["--language", language])
    #expect(code == .success, "\(output)")
  }

  @Test func `Which languages there are is in the help, where there is a choice`() {
    let arguments = Command.runSyntax(KettleApp()).help(program: "kettle")
    #expect(arguments.contains("--language NAME") && arguments.contains("en or pt-BR (default: en)"))
    #expect(!GivenWorld.options([]).contains { $0.names == ["--language"] })
  }

  @Test func `A scenario that uses them is no mistake where they are given`() async throws {
    let (code, output) = try await Self.run("scenario \"t\"\nexpect var name == \"x\"\n", [])
    #expect(code == .parseError && output.contains("the variable 'name' is not defined"))
  }

  @Test func `A request goes to servers that were named, and to no other`() async throws {
    for address in ["http://127.0.0.1:99/api", "http://127.0.0.1:9/apix", "ftp://x"] {
      let text = "scenario \"t\"\nvar there = \"\(address)\"\nrequest GET \"{{there}}\"\n"
      let (code, output) = try await Self.run(text, Self.options)
      #expect(code == .runtimeError && output.contains("is no address of a server that is known"), "\(output)")
    }
  }

  @Test func `An answer that does not come in time, and lines that do not come, are told`() async throws {
    let (code, output) = try await Self.run("scenario \"t\"\nrequest GET \"/never\" within 10ms\n", [])
    #expect(code == .expectationFailed && output.contains("no answer to GET /never within 10 ms"), "\(output)")
    let (_, lines) = try await Self.run("scenario \"t\"\nrequest GET \"/news\" lines 3\n", [])
    #expect(lines.contains("the stream ended after 2 of 3 lines"), "\(lines)")
  }

  @Test func `A stream that floods is left`() async throws {
    let (code, output) = try await Self.run("scenario \"t\"\ntimeout 600s\nrequest GET \"/flood\" lines 10000\n", [])
    #expect(
      code == .expectationFailed && output.contains("the lines of the stream have more than 10485760 bytes"),
      "\(output)")
  }

  @Test(
    arguments: [
      (["--variables", "@"], "--variables: '@' cannot be read as UTF-8 of up to 1 MiB"),
      (["--variables", "/dev/zero"], "--variables: '/dev/zero' cannot be read as UTF-8 of up to 1 MiB"),
      (["--origin", "shop"], "'--origin shop': NAME=URL is needed"),
      (["--origin", "shop=x"], "'--origin shop=x': an address such as http://127.0.0.1:8080 is needed"),
      (["--var", "=1"], "'--var =1': NAME=VALUE is needed"),
      (["--variables", "@/none"], "--variables: '@/none' cannot be read as UTF-8 of up to 1 MiB"),
      (["--variables", "@/a.scn"], "--variables: @/a.scn:1: a line is NAME=VALUE or secret NAME=VALUE"),
      (["--language", "pt"], "'--language pt': en or pt-BR is needed"),
      (["--transport", "pigeon"], "'--transport pigeon': session or links is needed"),
    ])
  func `A wrong one is told`(options: [String], message: String) async throws {
    let (code, output) = try await Self.run("scenario \"t\"\nsettle\n", options)
    #expect(code == .usage && output == "kettle: \(message)\n", "\(output)")
  }

  @Test func `What was sent can be asked, and of a token only whether it was`() async {
    #expect(
      await RunTests.failures(
        """
        dispatch ask "/a"
        settle
        expect http "GET /a" last header "X-App" == "kettle"
        expect http "GET /a" last header "token" == "***"
        expect http "GET /a" last header "none" not exists
        """) == [])
  }

  @Test func `A folder of the user's stays, and is this user's only`() throws {
    let folder = try CommandTests.Folder([:])
    defer { folder.remove() }
    let kept = try KeptFolder("\(folder.path)/kept")
    kept.remove()
    #expect(try FileManager.default.attributesOfItem(atPath: kept.path)[.posixPermissions] as? Int == 0o700)
    let temporary = try KeptFolder(nil)
    temporary.remove()
    #expect(!FileManager.default.fileExists(atPath: temporary.path))
  }
}

/// The kettle, in a world that tells where a request went, has a stream, and sometimes does not answer.
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
      if request.path == "/never" { await Bell().wait(after: 0) }  // until it is cancelled
      return HTTPResponse(
        200, body: (["path": .string(request.path), "origin": .string(request.origin)] as JSON).bytes())
    }
    func open(_ request: HTTPRequest) async throws -> any ByteStream { request.path == "/flood" ? Flood() : Lines() }
  }

  /// Lines of 64 KiB without an end; of so many that a test that takes them all ends, too.
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
