/// A participant of an event, or a person who could be added to it.
public struct Person: Sendable, Equatable, Codable, Identifiable {
  /// The number that the server assigned to the person.
  public let id: Int
  /// The name.
  public var name: String

  /// Creates a person.
  public init(id: Int, name: String) { (self.id, self.name) = (id, name) }
}
