/// A user of one of the systems, identified by a number and by an email.
protocol Account: Identifiable, Sendable, Equatable, Codable where ID == Int {
  /// The identifier, which the back end assigns in ascending order from 1.
  var id: Int { get }
  /// The email as it was first given. It never changes.
  var email: String { get }
}
