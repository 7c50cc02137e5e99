import CVersion
import ColmeiaWeb
import ReferenceApp

/// The reference app as driven by the runner: each world has its own back end, and uses real sockets.
struct CommandLineApp: RunnableApp {
  typealias Root = AppReducer

  let name = "colmeia"
  let version = "0.2"

  /// The commit from which the program was built.
  var build: String? {
    var length = 0
    guard let text = colmeia_commit(&length), length > 0 else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// Whether tokens are stored, without the tokens themselves, and whether the first page of shots is in memory.
  let facts = ["token"] + AppEnvironment.tokenServices.map { "token.\($0)" } + ["memory.shots"]

  var screenType: (any Decodable.Type)? { ScreenModel.self }

  var languages: [String] { Language.allCases.map(\.rawValue) }

  func texts(in language: String) -> [String: String] {
    Phrase.frontEndTexts.mapValues { $0.text(Language(rawValue: language) ?? .portuguese) }
  }

  var examples: [AppReducer.Action] {
    [
      .auth(.typed("ann@example.org")), .auth(.restored(nil)), .feed(.load(.husky)), .open("/feed?category=pug"),
    ]
  }

  /// The identifiers of chat messages, which are random.
  let changingMembers: Set<String> = ["client_id"]

  var commands: [RunnerCommand] { [BackendCommand.command] }
  var serveWays: [ServeWay] { [.web(self)] }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<AppReducer> { try LiveWorld(parts) }
}
