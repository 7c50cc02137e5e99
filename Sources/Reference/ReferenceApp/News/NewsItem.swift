/// A newspaper, identified by its name (O2).
public struct Newspaper: Sendable, Equatable, Codable, Identifiable {
  /// The name of the newspaper.
  public let name: String
  /// The description of the newspaper.
  public var about: String

  /// The name, which identifies the newspaper.
  public var id: String { name }
}

/// An item that a newspaper has published (O1). Items never change.
public struct NewsItem: Sendable, Hashable, Codable, Identifiable {
  /// The server's ID of the item, unique only within its newspaper.
  public let id: String
  /// The name of the newspaper that published the item.
  public let newspaper: String
  /// The headline of the item.
  public let title: String
  /// The text of the item, with all its lines.
  public let body: String

  /// The approximate size in bytes.
  var bytes: Int { id.utf8.count + newspaper.utf8.count + title.utf8.count + body.utf8.count }

  /// The key of the item. IDs alone can collide between newspapers.
  public var key: Key { Key(newspaper: newspaper, id: id) }

  /// The identity of an item.
  public struct Key: Sendable, Hashable, Codable {
    /// The name of the newspaper that published the item.
    public let newspaper: String
    /// The server's ID of the item.
    public let id: String
  }
}
