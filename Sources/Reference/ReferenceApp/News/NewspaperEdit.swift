/// The screen for editing or removing a newspaper.
public struct NewspaperEdit: Sendable, Equatable, Codable {
  /// A request about the newspaper.
  public enum Call: String, Sendable, Codable, CaseIterable {
    /// Reads the current description.
    case read
    /// Saves the typed description.
    case save
    /// Removes the newspaper.
    case remove
  }

  /// The name of the newspaper.
  public let name: String
  /// The typed description.
  public var about = ""
  /// The request in flight, if any.
  public var call: Call?
  /// Whether the user has asked to remove the newspaper and now has to confirm it.
  public var isConfirmingRemoval = false
  /// Why the last attempt failed. Reset when the user types or submits.
  public var failure: NewspaperForm.Failure?

  /// Whether a change is being sent to the server, so that the screen can't be closed.
  public var isWriting: Bool { call == .save || call == .remove }
}
