import ColmeiaJSON

/// A piece of news. It never changes, and stays when its newspaper goes.
struct NewsItem: Identifiable, Sendable, Equatable, Codable {
  let id: String
  /// The name of the newspaper.
  let newspaper: String
  let title: String
  let body: String
  /// In seconds since 1970.
  let createdAt: Int

  /// In bytes.
  var size: Int { id.utf8.count + newspaper.utf8.count + title.utf8.count + body.utf8.count }

  /// What everybody sees.
  var json: JSON {
    [
      "id": .string(id), "newspaper_name": .string(newspaper), "title": .string(title), "body": .string(body),
      "created_at": .string(ISODate.secondsText(createdAt)),
    ]
  }
}
