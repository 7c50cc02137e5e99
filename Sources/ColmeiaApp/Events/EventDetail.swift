/// One event on the screen, with who is enrolled.
public struct EventDetail: Sendable, Equatable, Codable {
  /// The number of the event.
  public let id: Int
  /// The event, and how far loading it is.
  public var event: Loaded<Event>
  /// Who is enrolled, as the server said it last. Known to those who are signed in.
  public var participants: Loaded<[Person]>
  /// What the user wants and the server has not confirmed: `true` to be enrolled. Shown as if it were so already.
  public var wish: Bool?
  /// Why the last enrolment, or its end, did not come about.
  public var enrolmentFailure: EventbeeFailure?
  /// The people that the organizer can choose from; `nil` while nobody is being chosen.
  public var people: Loaded<[Person]>?
  /// Who is being added.
  public var adding: Int?
  /// Why the last one could not be added (E19).
  public var addingFailure: EventbeeFailure?

  /// Who is being taken out.
  public var removing: Int?
  /// Why the last one could not be taken out.
  public var removingFailure: EventbeeFailure?

  /// The event of that number, of which perhaps something is known already.
  public init(id: Int, event: Event? = nil) {
    self.id = id
    self.event = Loaded(event)
    participants = Loaded()
  }

  /// Who is enrolled, with the user's own wish.
  public func people(with me: Member?) -> [Person] {
    let known = participants.value ?? []
    guard let me, let wish else { return known }
    let others = known.filter { $0.id != me.id }
    return wish ? others + [Person(id: me.id, name: me.name)] : others
  }

  /// Whether the user is enrolled, or wants to be.
  public func isEnrolled(_ me: Member?) -> Bool {
    me.map { me in people(with: me).contains { $0.id == me.id } } ?? false
  }

  /// Whether the user cannot enrol, since only the organizer adds participants.
  public func isClosed(to me: Member?) -> Bool {
    event.value?.permission == .closed && !isOrganizer(me) && !isEnrolled(me)
  }

  /// Whether the user organizes the event.
  public func isOrganizer(_ me: Member?) -> Bool { me != nil && event.value?.organizer == me?.id }
}
