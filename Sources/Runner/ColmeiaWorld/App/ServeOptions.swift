import ColmeiaBase
import ColmeiaScenario
import ColmeiaSecrets

/// A front end's options for the world in which its app runs.
package struct ServeOptions: Sendable {
  /// The seed of the random numbers. By default it is random, so that an app that is served again doesn't repeat what is to
  /// be unique on its servers, such as the ids of messages.
  package var seed = Int.random(in: 0...Int.max)
  /// The time at which the world begins, in seconds since 1970, or `nil` for the current time.
  package var date: Int?
  /// The folder in which the app stores its data, or `nil` for a temporary folder that is removed at the end.
  package var folder: String?
  /// The options of the command line: servers that already run, variables, and the transport.
  package var given = GivenWorld()
  /// The failure of the world, once it is stopped.
  package let failure = WorldFailure()

  /// Creates the default options.
  package init() {}

  /// A masker that knows the secrets among the variables.
  package var masker: Masker { given.masker }

  /// The valid dates.
  package static var dates: ClosedRange<Int> { CalendarDate.seconds }
}

/// The failure of a served world, such as a server that has terminated.
package final class WorldFailure: Sendable {
  private let content = Guarded<String?>(nil)
  /// The description of the failure, or `nil` if there was none.
  package var text: String? { content.withLock { $0 } }
  package func report(_ text: String) { content.withLock { $0 = text } }
}
