import Colmeia
import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaTransport

/// An app that can be driven from the command line, by scenario files, or by another process.
///
/// ```swift
/// @main struct MyAppCommand {
///   static func main() async { await Runner(MyApp()).main() }
/// }
/// ```
///
/// State, actions and effects are `Codable`, because scenarios contain actions as JSON and inspect states as JSON. The
/// commands `actions` and `schema` list the cases of an enum, and errors suggest the case that was meant, only if it
/// declares `enum CodingKeys: String, CodingKey, CaseIterable`. Scenarios can use the cases of any enum.
public protocol RunnableApp<Root>: Sendable {
  /// The reducer of the whole app.
  associatedtype Root: Reducer where Root.State: Codable, Root.Action: Codable, Root.Effect: Codable

  /// The name of the program.
  var name: String { get }
  /// The version of the app, as shown by `--version` and the hello message of `serve`.
  var version: String { get }
  /// The source from which the app was built, such as a commit, as shown by `--version`; `nil` if unknown.
  var build: String? { get }
  /// The names of facts that scenarios can query in addition to the state, such as `token`. See ``Device/fact``. A fact
  /// can't have the name of a query, such as `state`.
  var facts: [String] { get }
  /// The type that ``Device/screen`` encodes, used to check names in scenarios; `nil` if unknown.
  var screenType: (any Decodable.Type)? { get }
  /// The languages of the app's screens and texts, its default first, such as `["pt-BR", "en"]`. Empty if there is no
  /// choice.
  var languages: [String] { get }
  /// Returns the texts that front ends show themselves, such as key hints and connection errors, by name, in one of
  /// ``languages``.
  func texts(in language: String) -> [String: String]
  /// Example actions, for actions whose payload the runner can't generate. See the command `actions`.
  var examples: [Root.Action] { get }
  /// The names of JSON members whose values differ from run to run, such as random identifiers. When a run is replayed,
  /// they aren't compared, and the recorded values are replaced with those that the app has sent.
  var changingMembers: Set<String> { get }
  /// The app's own commands, in addition to the runner's.
  var commands: [RunnerCommand] { get }
  /// The ways in which `serve` can reach front ends, in addition to lines, such as `.web(self)` of `ColmeiaWeb`.
  var serveWays: [ServeWay] { get }

  /// Creates the world of one scenario: everything that the app's devices communicate with.
  ///
  /// - Throws: Any error. The scenario is then reported as broken, with the error's description.
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Root>
}

extension RunnableApp {
  /// `"0"` by default.
  public var version: String { "0" }
  /// `nil` by default.
  public var build: String? { nil }
  /// Empty by default.
  public var facts: [String] { [] }
  /// `nil` by default.
  public var screenType: (any Decodable.Type)? { nil }
  /// Empty by default.
  public var languages: [String] { [] }
  /// Returns no texts by default.
  public func texts(in language: String) -> [String: String] { [:] }
  /// Empty by default.
  public var examples: [Root.Action] { [] }
  /// Empty by default.
  public var changingMembers: Set<String> { [] }
  /// Empty by default.
  public var commands: [RunnerCommand] { [] }
  /// Empty by default: `serve` reaches front ends only through lines.
  public var serveWays: [ServeWay] { [] }
}

/// An app's own command, such as `backend`.
public struct RunnerCommand: Sendable {
  /// The arguments of the command, and its help.
  public var syntax: CommandSyntax
  /// Runs the command.
  public var run: @Sendable (CommandArguments) async throws -> ExitCode

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - syntax: The arguments of the command, and its help.
  ///   - run: Runs the command.
  public init(_ syntax: CommandSyntax, run: @escaping @Sendable (CommandArguments) async throws -> ExitCode) {
    self.syntax = syntax
    self.run = run
  }
}

/// The parts of a world. They include everything that would otherwise differ from run to run.
public struct WorldParts: Sendable {
  /// The clock of the world, used by effects. The statement `advance` moves it.
  public let clock: any Clock<Duration>
  /// The same clock for background work, such as keeping a connection alive. The statement `settle` doesn't wait for
  /// it.
  public let backgroundClock: any Clock<Duration>
  /// The time at which the world begins, in seconds since 1970.
  public let date: Int
  /// The seed of all the world's random numbers.
  public let seed: UInt64
  /// The path of a folder for the world, which is removed with it.
  public let folder: String
  /// The network of the scenario. The app's transports and sockets must go through it, so that scenarios can query
  /// requests and inject faults, and runs can be recorded and replayed. During a replay
  /// (``ScenarioNetwork/isReplaying``), a world needs no server.
  public let network: ScenarioNetwork
  /// The options of the command line: servers that already run, variables, and the transport.
  public let given: GivenWorld
  /// Returns the time that has passed since the world began.
  public let elapsed: @Sendable () -> Duration

  /// Returns the path of a folder for the data of one device, inside ``folder``. The name may be empty, as that of a
  /// single device is.
  public func folder(of device: String) -> String { "\(folder)/device\(device.isEmpty ? "" : "-" + device)" }

  /// The number of generators that were created.
  private let generators = Generators()
  private final class Generators: Sendable { let count = Guarded<UInt64>(0) }

  /// Returns a generator of numbers from 0 up to, but not including, 1. They are derived from the seed of the world, the
  /// name of the device, and the number of generators before it, so that they are the same in each run, but a device that
  /// is restarted doesn't get the same numbers again.
  public func random(of device: String) -> @Sendable () -> Double {
    let number = generators.count.withLock { count in
      defer { count += 1 }
      return count
    }
    let generator = Guarded(SplitMix64(state: FNV1a.hash("\(device)\0\(number)".utf8, seed: seed)))
    return { generator.withLock { Double($0.next() >> 11) * 0x1p-53 } }
  }

  /// The current time in the world, in seconds since 1970. At most the end of the year 9999.
  public var now: Int {
    min(CalendarDate.seconds.upperBound, date + Int(min(elapsed().components.seconds, 1_000_000_000_000)))
  }
}

extension WorldParts {
  /// Creates the parts of a world whose clocks show the same time.
  package init(
    _ time: ScenarioClock.Time, date: Int, seed: UInt64, folder: String, network: ScenarioNetwork, given: GivenWorld
  ) {
    self.init(
      clock: ScenarioClock(time, for: .effect), backgroundClock: ScenarioClock(time, for: .background), date: date,
      seed: seed, folder: folder, network: network, given: given, elapsed: { time.now.offset })
  }
}

/// The environment of one scenario's devices. It is stopped when the scenario ends.
public protocol RunnableWorld<Root>: Sendable {
  /// The reducer of the app.
  associatedtype Root: Reducer

  /// The destination of the scenario's own requests: scheme, host and port. `nil` if there is none.
  var origin: String? { get }
  /// Creates a device that runs the app. The same name refers to the same device, with the data it has stored. The name
  /// is that of the store in the scenario, and empty if there is only one device.
  ///
  /// - Throws: Any error. The scenario is then reported as broken, with the error's description.
  func makeDevice(_ name: String) async throws -> Device<Root>
  /// Deletes the data that a device has stored. No device of this name may be running.
  func removeDevice(_ name: String) async
  /// Sends one of the scenario's own requests, to this world's origin or to one of ``GivenWorld/origins``, without
  /// following redirects: the scenario says whether they are followed. It can't go
  /// through ``WorldParts/network``, which delivers nothing meanwhile, so that a following `expect` sees no part of it.
  ///
  /// - Throws: ``NoBackendError`` by default, or the error of the transport. The statement then fails with the error's
  ///   description.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
  /// Opens a stream for the scenario itself.
  ///
  /// - Throws: ``NoBackendError`` by default, or the error of the transport. The statement then fails with the error's
  ///   description.
  func open(_ request: HTTPRequest) async throws -> any ByteStream
  /// A failure of the world, such as a server that has terminated, or `nil`. Read while `await` and `settle` wait and
  /// something happens, at the end of a scenario or of `serve`, and before each line of a front end.
  var failure: (any Error)? { get async }
  /// Stops the world and everything in it.
  func stop() async
}

extension RunnableWorld {
  /// `nil` by default.
  public var origin: String? { nil }
  /// Throws ``NoBackendError`` by default.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw NoBackendError() }
  /// `nil` by default.
  public var failure: (any Error)? { get async { nil } }
  /// Throws ``NoBackendError`` by default.
  public func open(_ request: HTTPRequest) async throws -> any ByteStream { throw NoBackendError() }
  /// Does nothing by default.
  public func removeDevice(_ name: String) async {}
  /// Does nothing by default.
  public func stop() async {}
}

/// The error of a scenario that sends a request in a world without a back end.
public struct NoBackendError: Error, CustomStringConvertible {
  /// The description of the error, with advice.
  public var description: String {
    "this app's world doesn't send a scenario's own requests; implement `send`, and `open` for 'lines', in its world"
  }
}

/// A device of a world: the parts of a store, and what can be queried beside its state.
public struct Device<Root: Reducer>: Sendable {
  /// The initial state.
  public var state: Root.State
  /// The app's reducer.
  public var reducer: Root
  /// The handler of the app's effects.
  public var handler: any EffectHandler<Root.Effect, Root.Action>
  /// The actions that are sent when the app starts.
  public var start: [Root.Action]
  /// Returns the value of a fact in ``RunnableApp/facts``, or `nil` if it has none.
  public var fact: @Sendable (String) async -> JSON?
  /// Returns the content of the screen in a language such as `en`. The default language is used if the language is
  /// `nil` or not supported. Elements of arrays that are equal to those of the previous screen aren't encoded again.
  /// They must be `Equatable` for that; otherwise, an action costs about 30 times as much.
  ///
  /// - Complexity: It is called after each action that has written to the state, so an action costs what making and
  ///   comparing a screen costs: about 80 ns for each row of a list. Show part of a list of more than 10,000 rows.
  public var screen: @Sendable (Root.State, _ language: String?) -> (any Encodable)?
  /// Returns the bytes of the picture at an address, if this state shows it.
  public var picture: @Sendable (Root.State, _ address: String) async -> [UInt8]?
  @usableFromInline var run:
    @Sendable (
      Device, any Clock<Duration>, any TaskExecutor, @escaping RunningStore<Root>.Trace,
      _ report: @escaping @Sendable (StoreProblem) -> Void
    ) -> RunningStore<Root>

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: The app's reducer.
  ///   - handler: The handler of the app's effects.
  ///   - start: The actions that are sent when the app starts.
  ///   - fact: Returns the value of a fact in ``RunnableApp/facts``, or `nil` if it has none.
  ///   - screen: Returns the content of the screen in a language.
  ///   - picture: Returns the bytes of the picture at an address, if the state shows it.
  @inlinable public init(
    _ state: Root.State, _ reducer: Root, _ handler: some EffectHandler<Root.Effect, Root.Action>,
    start: [Root.Action] = [], fact: @escaping @Sendable (String) async -> JSON? = { _ in nil },
    screen: @escaping @Sendable (Root.State, _ language: String?) -> (any Encodable)? = { _, _ in nil },
    picture: @escaping @Sendable (Root.State, _ address: String) async -> [UInt8]? = { _, _ in nil }
  ) {
    self.state = state
    self.reducer = reducer
    self.handler = handler
    self.start = start
    self.fact = fact
    self.screen = screen
    self.picture = picture
    // The store is created here, where the types are concrete. A store that is created by generic code would look up
    // type metadata at each step.
    run = { device, clock, executor, trace, report in
      let store = Store(
        device.state, device.reducer, device.handler, clock: clock, executor: executor,
        trace: { trace($0, $1, !$0.requests.isEmpty) }, report: report)
      store.checkAnswers()
      return RunningStore(store) { store.send($0) }
    }
  }

  /// Creates the store. The caller then sends the actions in ``start``.
  ///
  /// - Parameter report: Called for the first problem of each kind and place. The trace receives all of them.
  package func makeStore(
    _ time: ScenarioClock.Time, report: @escaping @Sendable (StoreProblem) -> Void = { $0.print() },
    trace: @escaping RunningStore<Root>.Trace
  ) -> RunningStore<Root> {
    run(self, ScenarioClock(time, for: .alarm), time.executor, trace, report)
  }
}

/// A store, and its `send` function, specialized for the app's types.
@usableFromInline package struct RunningStore<Root: Reducer>: Sendable {
  /// Like ``Colmeia/Trace``, with an additional argument that tells whether the event contains requests.
  @usableFromInline package typealias Trace =
    @Sendable (
      TraceEvent<Root.Action, Root.Effect>, borrowing Root.State, _ hasRequests: Bool
    ) -> Void

  package let store: Store<Root>
  package let send: @Sendable (Root.Action) -> Sent

  @usableFromInline init(_ store: Store<Root>, send: @escaping @Sendable (Root.Action) -> Sent) {
    self.store = store
    self.send = send
  }
}

/// A world without a back end, for an app whose effects don't leave the device.
public struct LocalWorld<Root: Reducer>: RunnableWorld {
  private let device: @Sendable () -> Device<Root>
  /// Creates a world in which each device is a new one.
  ///
  /// - Parameter device: Returns a new device.
  public init(_ device: @escaping @Sendable () -> Device<Root>) { self.device = device }
  /// Returns a new device, regardless of its name.
  public func makeDevice(_ name: String) async throws -> Device<Root> { device() }
}

extension TraceEvent {
  /// What the reducer has requested in this event.
  @inlinable package var requests: [MachineRequest<Effect>] {
    switch self {
    case .began(let requests): requests
    case .step(let step): step.requests
    case .refused: []
    }
  }
}
