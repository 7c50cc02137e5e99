import ColmeiaBase
import ColmeiaSecrets
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app whose effects read files and hop to an actor.
private struct Reader: Reducer {
  struct State: Equatable, Codable, Sendable { var isReady = false, isSignedIn = false, count = 0, polls = 0 }
  enum Action: Equatable, Codable, Sendable {
    case start, started(Bool), count, counted(Int), signOut, signedOut, polled, countLater, later
  }
  enum Effect: Equatable, Codable, Sendable { case read, count, delete, poll, later }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .start: return .run(.read)
    case .started(let isSignedIn): (state.isReady, state.isSignedIn) = (true, isSignedIn)
    case .count, .later: return .run(.count)
    case .countLater: return .run(.later)
    case .counted(let count): state.count = count
    case .signOut: return .run(.delete)
    case .signedOut: state.isSignedIn = false
    case .polled: state.polls += 1
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isReady ? .running(.poll, id: "poll") : .none
  }
}

private struct ReaderApp: RunnableApp {
  typealias Root = Reader
  let name = "reader"

  /// A counter of the app, with an executor of its own.
  actor Counter {
    private var count = 0
    func next() async -> Int {
      await Task.yield()
      count += 1
      return count
    }
  }

  struct Handler: EffectHandler {
    static let item = TokenItem(service: "reader", account: "me")
    let tokens: any TokenStore
    let clock: any Clock<Duration>
    let counter = Counter()

    func work(for effect: Reader.Effect) -> Work<Reader.Action> {
      switch effect {
      case .read: .answer { .started((try? await tokens.read(Self.item)) != nil) }
      case .count: .answer { .counted(await counter.next()) }
      case .later:
        .answer {
          try? await clock.sleep(for: .milliseconds(1))
          return .later
        }
      case .delete:
        .answer {
          try? await tokens.delete(Self.item)
          return .signedOut
        }
      case .poll:
        .async { send in
          while (try? await clock.sleep(for: .seconds(10))) != nil {
            _ = try? await tokens.read(Self.item)
            send(.polled)
          }
        }
      }
    }
  }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Reader> {
    let tokens = FileTokenStore(folder: parts.folder)
    try await tokens.write(Token("a-token"), as: Handler.item)
    let handler = Handler(tokens: tokens, clock: parts.clock)
    return LocalWorld { Device(Reader.State(), Reader(), handler, start: [.start]) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct BusyEffectTests {
  @Test(arguments: [
    "expect state isSignedIn == true\nrestart\nexpect state isSignedIn == true",
    "dispatch count\nexpect state count == 1\ndispatch count\nexpect state count == 2",
    "dispatch signOut\nexpect state isSignedIn == false",
    "advance 1m\nexpect state polls == 6\nadvance 10s\nexpect state polls == 7",
    "dispatch countLater\nawait actions \"later\" count == 1\nexpect state count == 1",
  ])
  func `A statement waits until no effect is busy, also with a file`(statements: String) async {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(statements)\n".utf8))
    let app = ReaderApp()
    let file = ScenarioFile(source, names: AppNames(app))
    for _ in 0..<20 {
      let result = await ScenarioRun(app, source, file.scenarios[0], Interruption()) { _ in }.run()
      #expect(result.outcome == .passed, "\(result.failures)")
    }
  }
}
