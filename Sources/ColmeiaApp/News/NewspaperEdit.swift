/// The screen on which a newspaper changes what it says of itself, or ends.
public struct NewspaperEdit: Sendable, Equatable, Codable {
  /// What the server is being asked.
  public enum Call: String, Sendable, Codable, CaseIterable {
    /// What the newspaper says of itself.
    case read
    /// To keep what was typed.
    case save
    /// To remove the newspaper.
    case remove
  }

  /// Which newspaper.
  public let name: String
  /// What was typed.
  public var about = ""
  /// What the server is being asked, if anything.
  public var call: Call?
  /// Whether the newspaper is to be removed, if whoever wants that says so again.
  public var asksToRemove = false
  /// What went wrong last, until something is typed or sent.
  public var failure: NewspaperForm.Failure?

  /// Whether something is being changed at the server, so that one has to wait for what comes of it.
  public var isWriting: Bool { call == .save || call == .remove }
}
