/// The form to log in as a newspaper, or to create one.
public struct NewspaperForm: Sendable, Equatable, Codable {
  /// What the form is for.
  public enum Purpose: String, Sendable, Codable, CaseIterable {
    /// To log in as an existing newspaper.
    case logIn
    /// To create a newspaper and log in as it.
    case create
  }

  /// Why the form was not accepted.
  public enum Failure: Sendable, Hashable, Codable {
    /// Something was left out.
    case incomplete
    /// The server has no such newspaper, has one already, or was not reached.
    case call(NewspaperFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case incomplete, call }
  }

  /// What the form is for.
  public var purpose = Purpose.logIn
  /// What was typed.
  public var name = "", about = ""
  /// Whether the server is being asked.
  public var isInProgress = false
  /// What went wrong last, until something is typed or sent.
  public var failure: Failure?

  /// What would be sent; `nil` while something is missing.
  var newspaper: Newspaper? {
    let (name, about) = (name.trimmed, about.trimmed)
    if name.isEmpty || (purpose == .create && about.isEmpty) { return nil }
    return Newspaper(name: name, about: about)
  }
}

/// The screen on which an item is written (O8).
public struct NewsForm: Sendable, Equatable, Codable {
  /// The headline, as it was typed.
  public var title = "", body = ""
  /// Whether the server is being asked.
  public var isPublishing = false
  /// What went wrong last, until something is typed or sent.
  public var failure: NewspaperForm.Failure?

  /// What would be published; `nil` while something is missing. A headline is one line.
  var draft: NewsDraft? {
    let title = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    if title.isEmpty || body.trimmed.isEmpty { return nil }
    return NewsDraft(title: title, body: body)
  }
}

/// Something to be published.
public struct NewsDraft: Sendable, Equatable, Codable {
  /// The headline of the item.
  public let title: String
  /// The text below the headline.
  public let body: String
}
