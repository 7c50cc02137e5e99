/// A newspaper. Its name is its identity (O2).
public struct Newspaper: Sendable, Equatable, Codable, Identifiable {
  /// The name.
  public let name: String
  /// What it is about.
  public var about: String

  /// The name, which identifies the newspaper.
  public var id: String { name }
}

/// Something that a newspaper has published (O1); it never changes.
public struct NewsItem: Sendable, Hashable, Codable, Identifiable {
  /// The server's name for it.
  public let id: String
  /// The name of its newspaper.
  public let newspaper: String
  /// The headline of the item.
  public let title: String
  /// The text, all its lines.
  public let body: String

  /// How much room it takes.
  var bytes: Int { id.utf8.count + newspaper.utf8.count + title.utf8.count + body.utf8.count }

  /// The identity of an item. Different newspapers may give the same id to different items.
  public var key: Key { Key(newspaper: newspaper, id: id) }

  /// By what an item is known again.
  public struct Key: Sendable, Hashable, Codable {
    /// The name of its newspaper.
    public let newspaper: String
    /// The server's name for it.
    public let id: String
  }
}
