/// One recording of a cassette.
package struct CassetteTape: Sendable, Equatable {
  /// What it is called: the scenario's title.
  package var name = ""
  /// The file that the scenario stands in, without its folder.
  package var file: String?
  /// How many seconds after 1970 it began.
  package var date: Int?
  /// The server of all requests that name no other.
  package var origin: String?
  /// What happened, in order.
  package var events: [CassetteEvent] = []
  /// How many exchanges and messages there were beyond the limit.
  package var leftOut = 0
}
