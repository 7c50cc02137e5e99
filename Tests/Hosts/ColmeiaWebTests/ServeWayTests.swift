import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaWeb

/// A door, as an app in another package would declare it.
private struct DoorApp: RunnableApp {
  struct Door: Reducer {
    struct State: Equatable, Codable, Sendable {
      var isOpen = false
      var knocks = 0
    }
    enum Action: Equatable, Codable, Sendable { case turn(Bool), knock, visit(String) }
    enum Effect: Equatable, Codable, Sendable { case nothing }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .turn(let isOpen): state.isOpen = isOpen
      case .knock: state.knocks += 1
      case .visit(let path): state.isOpen = path == "/inside"
      }
      return .none
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Door.Effect) -> Work<Door.Action> { .done }
  }

  struct Screen: Encodable, Equatable {
    struct Button: Encodable, Equatable { var label: String, action: Door.Action }
    var title: String
    var address: String?
    var open = Door.Action.visit("{{text}}")
    var buttons: [Button]
  }

  let name = "door"
  var serveWays: [ServeWay] { [.web(self, files: Self.files)] }
  static let files = ["page.css": Array("main {}".utf8), "sounds.js": Array("ring()".utf8)]

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Door> {
    LocalWorld {
      Device(
        Door.State(), Door(), Handler(), start: [.knock, .knock],
        screen: { state, _ in
          let button = Screen.Button(label: state.isOpen ? "Close" : "Open", action: .turn(!state.isOpen))
          return Screen(
            title: "\(state.knocks) knocks", address: state.isOpen ? "/inside" : nil, buttons: [button])
        })
    }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct ServeWayTests {
  private static func arguments(_ words: String...) throws -> CommandArguments {
    try CommandArguments(words, CommandSyntax("serve", "", options: DoorApp().serveWays.flatMap(\.options)))
  }

  @Test func `An app is served with its own files, and its token is kept in the folder`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    var options = ServeOptions()
    options.folder = folder.path
    let way = WebWay(app: DoorApp(), files: DoorApp.files)
    let (addresses, isOver) = (LampApp.Names(), Bell())
    let arguments = try Self.arguments("--web", "0")
    try await withThrowingTaskGroup(of: Void.self) { [options] group in
      group.addTask {
        try await way.run(arguments, options) { _, address in
          addresses.add(address)
        } until: {
          await isOver.waitRegardless(after: 0)
        }
      }
      await addresses.bell.waitRegardless(after: 0)
      let token = try await WebWay<DoorApp>.token(folder.path).value
      let parts = try #require(addresses.all.first).components(separatedBy: "/?token=")
      #expect(parts[0].hasPrefix("http://127.0.0.1:") && parts[1] == token)
      let site = Site(origin: parts[0], token: token)
      do { try await Self.visit(site) } catch { Issue.record(error) }
      await site.sockets.shutdown()
      await site.transport.shutdown()
      isOver.ring()
      try await group.waitForAll()
    }
  }

  private static func visit(_ site: Site) async throws {
    let page = String(decoding: try await site.send(.get, "/").body, as: UTF8.self)
    #expect(page.contains("<title>door</title>") && page.contains("src=\"/page.js\"") && !page.contains("{{"))
    for (name, bytes) in DoorApp.files { #expect(try await site.send(.get, "/\(name)").body == bytes) }
    #expect(try await site.send(.get, "/session.js").status == 200)
    let tab = try await site.open("a")
    try tab.sendHello()
    let state = await tab.receive { $0["state"] != nil }
    #expect(state?["state"]?["sequence"] == 0)
    #expect(await tab.title("2 knocks"), "the device's own action and that of the browser")
    try tab.send(["dispatch": ["turn": true]])
    #expect(await tab.receive { $0.hasChange("/address", "/inside") } != nil)
  }

  @Test func `The token is different each time, unless it is stored in a folder`() async throws {
    let tokens = [try await WebWay<DoorApp>.token(nil).value, try await WebWay<DoorApp>.token(nil).value]
    #expect(tokens[0] != tokens[1] && tokens.allSatisfy { $0.count >= 24 })
    let folder = Folder()
    defer { folder.remove() }
    let first = try await WebWay<DoorApp>.token(folder.path).value
    #expect(try await WebWay<DoorApp>.token(folder.path).value == first && !tokens.contains(first))
  }
}
