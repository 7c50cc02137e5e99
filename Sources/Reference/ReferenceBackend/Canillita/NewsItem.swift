import ColmeiaJSON

/// A news item. It is immutable and remains when its newspaper is removed.
struct NewsItem: Identifiable, Sendable, Equatable, Codable {
  let id: String
  /// The name of the newspaper.
  let newspaper: String
  let title: String
  let body: String
  /// The time of creation, in seconds since 1970.
  let createdAt: Int

  /// The size in bytes.
  var size: Int { id.utf8.count + newspaper.utf8.count + title.utf8.count + body.utf8.count }

  /// The public representation.
  var json: JSON {
    [
      "id": .string(id), "newspaper_name": .string(newspaper), "title": .string(title), "body": .string(body),
      "created_at": .string(UTCTime.text(createdAt)),
    ]
  }
}
