/// A user of one of the systems: found by number and by e-mail.
protocol Account: Identifiable, Sendable, Equatable, Codable where ID == Int {
  /// Given by the back end, ascending from 1.
  var id: Int { get }
  /// As it was first typed; never changes.
  var email: String { get }
}
