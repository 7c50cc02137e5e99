/// The event that is open, with its participants.
public struct EventDetail: Sendable, Equatable, Codable {
  /// The number of the event.
  public let id: Int
  /// The event and the status of loading it.
  public var event: Loaded<Event>
  /// The participants as last loaded. Available only while a member is signed in.
  public var participants: Loaded<[Person]>
  /// Why the last request to enroll or to leave failed.
  public var enrollmentFailure: EventbeeFailure?
  /// The people whom the organizer can add, or `nil` if the organizer isn't adding anyone.
  public var people: Loaded<[Person]>?
  /// The number of the person who is being added.
  public var adding: Int?
  /// Why the last person couldn't be added (E19).
  public var addingFailure: EventbeeFailure?

  /// The participant whom the organizer removes.
  public var removal: Removal?
  /// Why the last participant couldn't be removed.
  public var removingFailure: EventbeeFailure?

  /// The removal of a participant.
  public struct Removal: Sendable, Equatable, Codable {
    /// The progress of a removal.
    public enum Step: String, Sendable, Codable, CaseIterable {
      /// The organizer has to confirm it.
      case asking
      /// It was confirmed, and can be undone for ``Events/undoTime``.
      case undoable
      /// The request has been made.
      case sending
    }

    /// The number of the participant.
    public let person: Int
    /// How far the removal is.
    public var step = Step.asking
  }

  /// Creates the detail for the event with a number, with the event from the list if it's known.
  public init(id: Int, event: Event? = nil) {
    self.id = id
    self.event = Loaded(event)
    participants = Loaded()
  }

  /// The people whom the organizer can add: those who don't participate yet.
  ///
  /// - Complexity: O(participants + people).
  public var addable: [Person] {
    let known = Set((participants.value ?? []).map(\.id))
    return (people?.value ?? []).filter { !known.contains($0.id) }
  }

  /// Returns whether the user is the organizer of the event.
  public func isOrganizer(_ me: Member?) -> Bool { me != nil && event.value?.organizer == me?.id }
}
