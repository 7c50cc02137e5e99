/// The form for creating or changing an event.
public struct EventForm: Sendable, Equatable, Codable {
  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the event. Times are parsed by ``EventTime``.
    case name, about, start, end
  }

  /// The event to change, or `nil` for a new one.
  public var original: Event?
  /// The event as it is typed, except its times.
  public var event: Event
  /// The start and end times.
  public var start = TimeField.typed(""), end = TimeField.typed("")
  /// Whether the event is being saved.
  public var isSaving = false
  /// Why the last attempt to save failed.
  public var failure: EventbeeFailure?
  /// Why the form wasn't saved. Reset when the user changes the form.
  public var refusal: Mistake?

  /// Why a form can't be saved.
  public enum Mistake: Error, Sendable, Equatable, Codable {
    /// A text is blank, or exceeds the server's limit.
    case missing(Field), tooLong(Field)
    /// A time is missing or invalid.
    case timeInvalid(Field)
    /// The end precedes the start.
    case endBeforeStart
    /// The event is the same as before.
    case unchanged

    enum CodingKeys: String, CodingKey, CaseIterable { case missing, tooLong, timeInvalid, endBeforeStart, unchanged }

    /// The field to which the mistake belongs, or `nil` if it belongs to all fields.
    var field: Field? {
      switch self {
      case .missing(let field), .tooLong(let field), .timeInvalid(let field): field
      case .endBeforeStart: .end
      case .unchanged: nil
      }
    }
  }

  /// Creates a form for `original`, or for a new event.
  public init(_ original: Event? = nil) {
    self.original = original
    event = original ?? Event()
    guard let original else { return }
    (start, end) = (.known(original.start), .known(original.end))
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
    var event = event
    if event.name != original?.name { event.name = event.name.trimmed }
    for field in Field.allCases {
      switch field.content {
      case .text(let path):
        let text = event[keyPath: path]
        if field.sent?.isRequired == true, text.trimmed.isEmpty { return .failure(.missing(field)) }
        if let limit = field.sent?.limit, text.utf8.count > limit { return .failure(.tooLong(field)) }
      case .time(let time, let path):
        guard let seconds = self[keyPath: time].seconds, seconds >= 0 else { return .failure(.timeInvalid(field)) }
        event[keyPath: path] = seconds
      }
    }
    return event.end < event.start ? .failure(.endBeforeStart) : .success(event)
  }

  /// Returns the text of a field. A time that wasn't typed has the form of the language, or that of fields for dates.
  public func text(_ field: Field, _ language: Language? = nil) -> String {
    switch field.content {
    case .text(let path): event[keyPath: path]
    case .time(let path, _): language.map(self[keyPath: path].text) ?? self[keyPath: path].plainText
    }
  }

  mutating func type(_ text: String, in field: Field) {
    switch field.content {
    case .text(let path): event[keyPath: path] = text
    case .time(let path, _): self[keyPath: path] = .typed(text)
    }
  }
}

extension EventForm.Field {
  /// The part of the event that is typed, and where the form keeps a time.
  enum Content {
    case text(WritableKeyPath<Event, String>)
    case time(WritableKeyPath<EventForm, TimeField>, WritableKeyPath<Event, Int>)
  }

  private var facts: (title: FieldTitle, isParagraph: Bool, content: Content) {
    switch self {
    case .name: (.name, false, .text(\.name))
    case .about: (.about, true, .text(\.about))
    case .start: (.start, false, .time(\.start, \.start))
    case .end: (.end, false, .time(\.end, \.end))
    }
  }

  var title: FieldTitle { facts.title }
  var content: Content { facts.content }

  /// The label of the field.
  public var label: Phrase { title.label }
  /// Whether the text has several lines.
  public var isParagraph: Bool { facts.isParagraph }

  /// How the field is sent.
  var sent: Event.Field? {
    let path: PartialKeyPath<Event> =
      switch content {
      case .text(let path): path
      case .time(_, let path): path
      }
    return Event.fields.first { $0.path == path }
  }
}
