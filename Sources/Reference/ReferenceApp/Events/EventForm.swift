/// The form for creating or changing an event.
public struct EventForm: Sendable, Equatable, Codable {
  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the event. Times are parsed by ``EventTime``.
    case name, about, start, end
  }

  /// The event to change, or `nil` for a new one.
  public var original: Event?
  /// The typed name and description.
  public var name: String, about: String
  /// The start and end times.
  public var start: TimeField, end: TimeField
  /// Who may enroll.
  public var permission: EventPermission
  /// Whether the event is being saved.
  public var isSaving: Bool
  /// Why the last attempt to save failed.
  public var failure: EventbeeFailure?
  /// Why the form wasn't saved. Reset when the user changes the form.
  public var refusal: Mistake?

  /// Why a form can't be saved.
  public enum Mistake: String, Error, Sendable, Codable, CaseIterable {
    /// The name is blank, a time is missing or invalid, or the end precedes the start.
    case nameMissing, timeInvalid, endBeforeStart
    /// The event is the same as before.
    case unchanged
  }

  /// Creates a form for `original`, or for a new event.
  public init(_ original: Event? = nil) {
    self.original = original
    name = original?.name ?? ""
    about = original?.about ?? ""
    start = original.map { .known($0.start) } ?? .typed("")
    end = original.map { .known($0.end) } ?? .typed("")
    permission = original?.permission ?? .open
    isSaving = false
  }

  /// The event to save, or `nil` if the form is invalid. A changed name is sent without surrounding white space.
  public var draft: EventDraft? { try? checked.get() }

  /// Why the form can't be saved, or `nil` if it can: it is valid, and something has changed.
  public var mistake: Mistake? {
    switch checked {
    case .failure(let mistake): mistake
    case .success(let draft): original.map { EventDraft($0) } == draft ? .unchanged : nil
    }
  }

  /// Whether the save button is enabled.
  public var canSave: Bool { !isSaving && mistake == nil }

  private var checked: Result<EventDraft, Mistake> {
    let trimmed = name.trimmed
    if trimmed.isEmpty { return .failure(.nameMissing) }
    guard let start = start.seconds, let end = end.seconds, start >= 0 else { return .failure(.timeInvalid) }
    if end < start { return .failure(.endBeforeStart) }
    return .success(
      EventDraft(
        name: name == original?.name ? name : trimmed, about: about, permission: permission, start: start, end: end))
  }

  /// Returns the text of a field.
  public func text(_ field: Field) -> String {
    switch field {
    case .name: name
    case .about: about
    case .start: start.plainText
    case .end: end.plainText
    }
  }

  mutating func type(_ text: String, in field: Field) {
    switch field {
    case .name: name = text
    case .about: about = text
    case .start: start = .typed(text)
    case .end: end = .typed(text)
    }
  }
}

/// The content of an event to save.
public struct EventDraft: Sendable, Equatable, Codable {
  /// The name of the event.
  public var name: String
  /// The description of the event.
  public var about: String
  /// Who may enroll.
  public var permission: EventPermission
  /// The start and end times, in seconds since 1970.
  public var start: Int, end: Int
}

extension EventDraft {
  /// Creates a draft with the content of `event`.
  init(_ event: Event) {
    self.init(
      name: event.name, about: event.about, permission: event.permission, start: event.start, end: event.end)
  }
}
