/// One recording of a cassette.
package struct CassetteTape: Sendable, Equatable {
  /// The name of the recording, which is the title of the scenario.
  package var name = ""
  /// The name of the scenario's file, without its folder.
  package var file: String?
  /// The start of the recording in seconds since 1970.
  package var date: Int?
  /// The origin of all requests that do not state another one.
  package var origin: String?
  /// The events, in order.
  package var events: [CassetteEvent] = []
  /// The number of exchanges, messages and chunks that were left out because a limit was exceeded.
  package var leftOut = 0
}
