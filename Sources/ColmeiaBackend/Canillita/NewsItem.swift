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
    var object = JSONObject()
    object["id"] = .string(id)
    object["newspaper_name"] = .string(newspaper)
    object["title"] = .string(title)
    object["body"] = .string(body)
    object["created_at"] = .string(ISODate.secondsText(createdAt))
    return .object(object)
  }
}
