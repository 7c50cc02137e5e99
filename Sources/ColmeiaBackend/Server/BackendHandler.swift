import Colmeia
import ColmeiaHTTP

/// The back end behind a server: each request is an action of its machine, and what the machine asks for is the answer.
public final class BackendHandler: ServerHandler {
  private var machine: Machine<Backend>
  private let makeStamp: @Sendable () -> Stamp
  private let warn: @Sendable (BackendWarning) -> Void

  /// A back end in `state`.
  ///
  /// - Parameters:
  ///   - makeStamp: makes what a request needs from outside: the time, and what nobody can guess.
  ///   - warn: tells the operator.
  public init(
    _ state: Backend.State, _ backend: Backend = Backend(), makeStamp: @escaping @Sendable () -> Stamp,
    warn: @escaping @Sendable (BackendWarning) -> Void = { _ in }
  ) {
    machine = Machine(state, backend)
    self.makeStamp = makeStamp
    self.warn = warn
  }

  /// What there is.
  public var state: Backend.State { machine.state }

  /// How many effects of the machine are not over; none between two requests.
  public var pending: Int { machine.pending }

  /// Hands the request to the machine, and carries out what it asks for.
  public func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    machine.send(.received(ExchangeID(rawValue: exchange), request, makeStamp()))
    let requests = machine.requests
    machine.requests.removeAll(keepingCapacity: true)
    var outputs: [ServerOutput] = []
    for case .start(let id, let effect) in requests {
      switch effect {
      case .respond(let exchange, let response): outputs.append(.respond(exchange.rawValue, response))
      case .log(let warning): warn(warning)
      }
      machine.finish(id)
    }
    return outputs
  }
}
