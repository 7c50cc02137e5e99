import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaTransport

/// An app that can be driven from the command line, by scenario files, and by another process.
///
/// ```swift
/// @main struct MyAppCommand {
///   static func main() async { await Runner(MyApp()).main() }
/// }
/// ```
///
/// State, actions and effects are `Codable`, because a scenario writes actions and looks at states as JSON. `actions` and
/// `schema` list the cases of enums that list them, with `enum CodingKeys: String, CodingKey, CaseIterable`; scenarios may use
/// those of all.
public protocol RunnableApp<Root>: Sendable {
  /// The reducer of the whole app.
  associatedtype Root: Reducer where Root.State: Codable, Root.Action: Codable, Root.Effect: Codable

  /// What the program is called.
  var name: String { get }
  /// Its version, as `--version` and the handshake of `serve` tell it.
  var version: String { get }
  /// What it was built from, such as a commit, as `--version` tells it; `nil` when nobody knows.
  var build: String? { get }
  /// What scenarios may ask for beside the state, such as `token`. See ``Device/fact``.
  var facts: [String] { get }
  /// What ``Device/screen`` is the JSON of, so that the names in a scenario can be checked; `nil` when nobody knows.
  var screenType: (any Decodable.Type)? { get }
  /// The languages that its screens and texts are in, its own first, such as `["pt-BR", "en"]`; none, where there is no choice.
  var languages: [String] { get }
  /// What front ends say by themselves, by name, in one of ``languages``: what their keys do, that there is no connection.
  func texts(in language: String) -> [String: String]
  /// Actions that stand for those whose payload the runner cannot invent; see `actions`.
  var examples: [Root.Action] { get }
  /// The names of JSON members whose values differ from run to run, such as identifiers that chance makes: when a run is
  /// replayed they are not compared, and come back as the app has sent them.
  var changingMembers: Set<String> { get }
  /// Commands beside the runner's own.
  var commands: [RunnerCommand] { get }
  /// How `serve` reaches front ends, beside lines.
  var serveWays: [ServeWay] { get }

  /// A world of its own for one scenario: what the app's devices talk to.
  ///
  /// - Throws: Any error. The scenario is reported as broken, with the error's text.
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Root>
}

extension RunnableApp {
  /// The default, `0`: the app has no version.
  public var version: String { "0" }
  /// The default: not known.
  public var build: String? { nil }
  /// The default: no further facts.
  public var facts: [String] { [] }
  /// The default: the type is not known.
  public var screenType: (any Decodable.Type)? { nil }
  /// No choice.
  public var languages: [String] { [] }
  /// None.
  public func texts(in language: String) -> [String: String] { [:] }
  /// None.
  public var examples: [Root.Action] { [] }
  /// The default: no members change.
  public var changingMembers: Set<String> { [] }
  /// The default: no commands of the app's own.
  public var commands: [RunnerCommand] { [] }
  /// The default: `serve` reaches front ends over lines only.
  public var serveWays: [ServeWay] { [] }
}

/// A command of an app's own, such as `backend`.
public struct RunnerCommand: Sendable {
  /// What the command takes, and its help.
  public var syntax: CommandSyntax
  /// Performs the command.
  public var run: @Sendable (CommandArguments) async throws -> ExitCode

  /// A command.
  public init(_ syntax: CommandSyntax, run: @escaping @Sendable (CommandArguments) async throws -> ExitCode) {
    self.syntax = syntax
    self.run = run
  }
}

/// What a world is made of: all that would differ from run to run is given to it.
public struct WorldParts: Sendable {
  /// The time of the world: effects sleep by it, and `advance` moves it.
  public let clock: any Clock<Duration>
  /// The same time for what goes on beside effects, such as looking after a connection: no `settle` waits for it.
  public let backgroundClock: any Clock<Duration>
  /// How many seconds after 1970 the world began.
  public let date: Int
  /// The seed of all random numbers of the world.
  public let seed: UInt64
  /// A folder that belongs to the world, and goes with it.
  public let folder: String
  /// Through which the app's transports and sockets go, so that scenarios can ask for requests and let them fail, and runs
  /// can be recorded and replayed. While one is replayed (``ScenarioNetwork/isReplaying``) a world needs no server.
  public let network: ScenarioNetwork
  /// What the command line says: servers that run already, variables, what carries requests.
  public let given: GivenWorld
  /// How much time has passed since the world began.
  public let elapsed: @Sendable () -> Duration

  /// What time it is there, in seconds since 1970; no later than the year 9999, however far time was moved.
  public var now: Int { min(CalendarDate.seconds.upperBound, date + Int(min(elapsed() / .seconds(1), 1e12))) }
}

/// What the devices of one scenario talk to. Stopped at the scenario's end.
public protocol RunnableWorld<Root>: Sendable {
  /// The reducer of the app.
  associatedtype Root: Reducer

  /// Where requests of the scenario itself go: scheme, host and port; `nil` when there is nobody to ask.
  var origin: String? { get }
  /// A device with the app on it. The same name stands for the same device: what it stored is still there.
  ///
  /// - Throws: Any error. The scenario is reported as broken, with the error's text.
  func makeDevice(_ name: String) async throws -> Device<Root>
  /// Forgets what a device has stored; none of its name runs.
  func removeDevice(_ name: String) async
  /// Carries out a request of the scenario itself; its origin is this world's, or one of ``GivenWorld/origins``.
  ///
  /// - Throws: ``NoBackendError`` by default, or the error of the transport. The statement fails with its text.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
  /// Opens a stream for the scenario itself.
  ///
  /// - Throws: ``NoBackendError`` by default, or the error of the transport. The statement fails with its text.
  func open(_ request: HTTPRequest) async throws -> any ByteStream
  /// What has gone wrong in the world, such as that a server has ended; asked at the scenario's end.
  var failure: (any Error)? { get async }
  /// Ends the world and everything in it.
  func stop() async
}

extension RunnableWorld {
  /// The default: there is no back end.
  public var origin: String? { nil }
  /// Fails: there is nobody to ask.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw NoBackendError() }
  /// The default: the world never fails.
  public var failure: (any Error)? { get async { nil } }
  /// The default: throws, because there is no back end.
  public func open(_ request: HTTPRequest) async throws -> any ByteStream { throw NoBackendError() }
  /// The default does nothing.
  public func removeDevice(_ name: String) async {}
  /// Nothing to do.
  public func stop() async {}
}

/// A scenario asks a back end, and its world has none.
public struct NoBackendError: Error, CustomStringConvertible {
  /// What is missing in the world.
  public var description: String { "this app's world has no back end to ask; leave 'request' out" }
}

/// The parts of one store.
public struct Device<Root: Reducer>: Sendable {
  /// The state in which the app starts.
  public var state: Root.State
  /// The app's reducer.
  public var reducer: Root
  /// What carries out its effects.
  public var handler: any EffectHandler<Root.Effect, Root.Action>
  /// What is sent when it starts.
  public var start: [Root.Action]
  /// What is there beside the state; `nil` for nothing. Asked for the names in ``RunnableApp/facts``.
  public var fact: @Sendable (String) async -> JSON?
  /// What the screen shows, in a language such as `en`; in the app's own, where none is given or it is not spoken.
  public var screen: @Sendable (Root.State, _ language: String?) -> JSON?
  /// The bytes of a picture by its address, if this state shows it.
  public var picture: @Sendable (Root.State, _ address: String) async -> [UInt8]?
  @usableFromInline let run:
    @Sendable (Device, any Clock<Duration>, @escaping RunningStore<Root>.Trace) -> RunningStore<Root>

  /// The parts of a store.
  @inlinable public init(
    _ state: Root.State, _ reducer: Root, _ handler: some EffectHandler<Root.Effect, Root.Action>,
    start: [Root.Action] = [], fact: @escaping @Sendable (String) async -> JSON? = { _ in nil },
    screen: @escaping @Sendable (Root.State, _ language: String?) -> JSON? = { _, _ in nil },
    picture: @escaping @Sendable (Root.State, _ address: String) async -> [UInt8]? = { _, _ in nil }
  ) {
    self.state = state
    self.reducer = reducer
    self.handler = handler
    self.start = start
    self.fact = fact
    self.screen = screen
    self.picture = picture
    // Written here, where the compiler knows the types: a store that is made by generic code asks for each of them anew.
    run = { device, clock, trace in
      let store = Store(device.state, device.reducer, device.handler, clock: clock) { event, state in
        trace(event, state, event.hasRequests)
      }
      return RunningStore(store) { store.send($0) }
    }
  }

  /// Makes the store; ``start`` is still to be sent.
  func makeStore(clock: any Clock<Duration>, trace: @escaping RunningStore<Root>.Trace) -> RunningStore<Root> {
    run(self, clock, trace)
  }
}

/// A store, and its `send` as the compiler made it for the app's types.
@usableFromInline struct RunningStore<Root: Reducer>: Sendable {
  /// Hears what ``Colmeia/Trace`` hears, and whether there are requests in it.
  @usableFromInline typealias Trace =
    @Sendable (
      TraceEvent<Root.Action, Root.Effect>, borrowing Root.State, _ hasRequests: Bool
    ) -> Void

  let store: Store<Root>
  let send: @Sendable (Root.Action) -> Sent

  @usableFromInline init(_ store: Store<Root>, send: @escaping @Sendable (Root.Action) -> Sent) {
    self.store = store
    self.send = send
  }
}

/// A world without anybody to talk to, for an app whose effects stay within it.
public struct LocalWorld<Root: Reducer>: RunnableWorld {
  private let device: @Sendable () -> Device<Root>
  /// Each device is a new one.
  public init(_ device: @escaping @Sendable () -> Device<Root>) { self.device = device }
  /// Creates a device with this name.
  public func makeDevice(_ name: String) async throws -> Device<Root> { device() }
}

extension TraceEvent {
  /// Whether the reducer has asked for something.
  @inlinable var hasRequests: Bool {
    switch self {
    case .began(let requests): !requests.isEmpty
    case .step(let step): !step.requests.isEmpty
    case .refused: false
    }
  }
}
