/// The screen on which an event is made or changed.
public struct EventForm: Sendable, Equatable, Codable {
  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// Of the event; times are as ``EventTime`` reads them.
    case name, about, start, end
  }

  /// The event that is changed; `nil` for a new one.
  public var original: Event?
  /// The text of the field, as it was typed.
  public var name: String, about: String
  /// When it begins and ends.
  public var start: TimeField, end: TimeField
  /// Who is allowed to enrol.
  public var permission: EventPermission
  /// Whether the server is being asked.
  public var isSaving: Bool
  /// Why it was not saved the last time.
  public var failure: EventbeeFailure?

  /// A form for `original`, or for a new event.
  public init(_ original: Event? = nil) {
    self.original = original
    name = original?.name ?? ""
    about = original?.about ?? ""
    start = original.map { .known($0.start) } ?? .typed("")
    end = original.map { .known($0.end) } ?? .typed("")
    permission = original?.permission ?? .open
    isSaving = false
  }

  /// What the form says; `nil` while it says nothing that could be saved: without a name, or with an end before the
  /// beginning.
  public var draft: EventDraft? {
    guard !name.isEmpty, let start = start.seconds, let end = end.seconds, start >= 0, end >= start else { return nil }
    return EventDraft(name: name, about: about, permission: permission, start: start, end: end)
  }

  /// Whether the button is enabled: there is something to save.
  public var canSave: Bool {
    guard !isSaving, let draft else { return false }
    return original.map { draft != EventDraft($0) } ?? true
  }

  /// What a field shows.
  public func text(_ field: Field, _ language: Language) -> String {
    switch field {
    case .name: name
    case .about: about
    case .start: start.text(language)
    case .end: end.text(language)
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

/// What an event is made of.
public struct EventDraft: Sendable, Equatable, Codable {
  /// The name of the event.
  public var name: String
  /// The description of the event.
  public var about: String
  /// Who is allowed to enrol.
  public var permission: EventPermission
  /// When it begins and ends, in seconds since 1970.
  public var start: Int, end: Int
}

extension EventDraft {
  /// What `event` is made of.
  init(_ event: Event) {
    self.init(
      name: event.name, about: event.about, permission: event.permission, start: event.start, end: event.end)
  }
}
