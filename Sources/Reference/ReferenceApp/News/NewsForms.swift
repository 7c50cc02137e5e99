/// The form for logging in as a newspaper, or for creating one.
public struct NewspaperForm: Sendable, Equatable, Codable {
  /// The purpose of the form.
  public enum Purpose: String, Sendable, Codable, CaseIterable {
    /// Logging in as an existing newspaper.
    case logIn
    /// Creating a newspaper and logging in as it.
    case create
  }

  /// Why the form was rejected.
  public enum Failure: Sendable, Hashable, Codable {
    /// A required field is empty.
    case incomplete
    /// The request failed: the newspaper doesn't exist, already exists, or the server couldn't be reached.
    case call(NewspaperFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case incomplete, call }
  }

  /// The purpose of the form.
  public var purpose = Purpose.logIn
  /// The typed name and description.
  public var name = "", about = ""
  /// Whether a request is in progress.
  public var isInProgress = false
  /// Why the last attempt failed. Reset when the user types or submits.
  public var failure: Failure?

  /// The newspaper to send, or `nil` if a required field is empty.
  var newspaper: Newspaper? {
    let (name, about) = (name.trimmed, about.trimmed)
    if name.isEmpty || (purpose == .create && about.isEmpty) { return nil }
    return Newspaper(name: name, about: about)
  }
}

/// The form for writing an item (O8).
public struct NewsForm: Sendable, Equatable, Codable {
  /// The typed headline and text.
  public var title = "", body = ""
  /// Whether the item is being published.
  public var isPublishing = false
  /// Why the last attempt failed. Reset when the user types or submits.
  public var failure: NewspaperForm.Failure?

  /// The item to publish, or `nil` if a field is empty. Line breaks in the headline become spaces.
  var draft: NewsDraft? {
    let title = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    if title.isEmpty || body.trimmed.isEmpty { return nil }
    return NewsDraft(title: title, body: body)
  }
}

/// An item to publish.
public struct NewsDraft: Sendable, Equatable, Codable {
  /// The headline of the item.
  public let title: String
  /// The text below the headline.
  public let body: String
}
