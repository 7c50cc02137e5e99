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
  public var name = "", about = ""
  /// The start and end times.
  public var start = TimeField.typed(""), end = TimeField.typed("")
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
    /// The name or the description exceeds the server's limit.
    case nameTooLong, aboutTooLong
    /// The event is the same as before.
    case unchanged
  }

  /// Creates a form for `original`, or for a new event.
  public init(_ original: Event? = nil) {
    self.original = original
    permission = original?.permission ?? .open
    isSaving = false
    guard let original else { return }
    for field in Field.allCases {
      switch field.content {
      case .text(let text, let part), .paragraph(let text, let part): self[keyPath: text] = original[keyPath: part]
      case .time(let time, let part): self[keyPath: time] = .known(original[keyPath: part])
      }
    }
  }

  /// The event to save, or `nil` if the form is invalid. A changed name is sent without surrounding white space.
  public var draft: Event? { try? checked.get() }

  /// Why the form can't be saved, or `nil` if it can: it is valid, and something has changed.
  public var mistake: Mistake? {
    switch checked {
    case .failure(let mistake): mistake
    case .success(let draft): original == draft ? .unchanged : nil
    }
  }

  /// Whether the save button is enabled.
  public var canSave: Bool { !isSaving && mistake == nil }

  private var checked: Result<Event, Mistake> {
    var event = original ?? Event()
    event.permission = permission
    for field in Field.allCases {
      switch field.content {
      case .text(let text, let part), .paragraph(let text, let part): event[keyPath: part] = self[keyPath: text]
      case .time: break  // below, after what is missing
      }
    }
    if name != original?.name { event.name = name.trimmed }
    if name.trimmed.isEmpty { return .failure(.nameMissing) }
    if event.name.utf8.count > Event.longestName { return .failure(.nameTooLong) }
    if event.about.utf8.count > Event.longestAbout { return .failure(.aboutTooLong) }
    for field in Field.allCases {
      guard case .time(let time, let part) = field.content else { continue }
      guard let seconds = self[keyPath: time].seconds else { return .failure(.timeInvalid) }
      event[keyPath: part] = seconds
    }
    if event.start < 0 { return .failure(.timeInvalid) }
    return event.end < event.start ? .failure(.endBeforeStart) : .success(event)
  }

  /// Returns the text of a field.
  public func text(_ field: Field) -> String {
    switch field.content {
    case .text(let text, _), .paragraph(let text, _): self[keyPath: text]
    case .time(let time, _): self[keyPath: time].plainText
    }
  }

  mutating func type(_ text: String, in field: Field) {
    switch field.content {
    case .text(let path, _), .paragraph(let path, _): self[keyPath: path] = text
    case .time(let path, _): self[keyPath: path] = .typed(text)
    }
  }
}

extension EventForm.Field {
  /// Where the form keeps what is typed, and the part of the event that it becomes.
  enum Content {
    case text(WritableKeyPath<EventForm, String>, WritableKeyPath<Event, String>)
    case paragraph(WritableKeyPath<EventForm, String>, WritableKeyPath<Event, String>)
    case time(WritableKeyPath<EventForm, TimeField>, WritableKeyPath<Event, Int>)
  }

  /// The label, and what is typed.
  private var facts: (label: Phrase, content: Content) {
    switch self {
    case .name: (.name, .text(\.name, \.name))
    case .about: (.about, .paragraph(\.about, \.about))
    case .start: (.startUTC, .time(\.start, \.start))
    case .end: (.endUTC, .time(\.end, \.end))
    }
  }

  var label: Phrase { facts.label }
  var content: Content { facts.content }
}
