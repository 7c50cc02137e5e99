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
  }

  /// What the form is for.
  public var purpose: Purpose
  /// What was typed.
  public var name: String, about: String
  /// Whether the server is being asked.
  public var isInProgress: Bool
  /// What went wrong last, until something is typed or sent.
  public var failure: Failure?

  /// A form; by default an empty one.
  public init(
    purpose: Purpose = .logIn, name: String = "", about: String = "", isInProgress: Bool = false,
    failure: Failure? = nil
  ) {
    self.purpose = purpose
    self.name = name
    self.about = about
    self.isInProgress = isInProgress
    self.failure = failure
  }

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
  public var title: String, body: String
  /// Whether the server is being asked.
  public var isPublishing: Bool
  /// What went wrong last, until something is typed or sent.
  public var failure: NewspaperForm.Failure?

  /// A form; by default an empty one.
  public init(
    title: String = "", body: String = "", isPublishing: Bool = false, failure: NewspaperForm.Failure? = nil
  ) {
    self.title = title
    self.body = body
    self.isPublishing = isPublishing
    self.failure = failure
  }

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

  /// A draft.
  public init(title: String, body: String) {
    self.title = title
    self.body = body
  }
}
