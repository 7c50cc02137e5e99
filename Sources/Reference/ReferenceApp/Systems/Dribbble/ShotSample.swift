import ColmeiaJSON

/// The sample shots that stubs respond with.
enum ShotSample {
  static let all = [dashboard, harbour].map(response)

  /// Returns the sample shot with this number, or else the first one with its number replaced.
  static func of(_ id: Int) -> JSON {
    var shot = id == harbour.id ? harbour : dashboard
    shot.id = id
    return response(shot)
  }

  private static func response(_ shot: Shot) -> JSON { shot.response(at: images, date: "2016-07-21T12:00:00Z") }

  private static let images = "https://images.example"

  private static let dashboard = Shot(
    id: 2_850_451, title: "CRM - Dashboard+",
    description: "<p>Sharing some more screens of what we are working on. What do you think?</p>",
    images: ShotImages(
      high: image("shots/2850451/dashboard"), normal: image("shots/2850451/dashboard_1x"),
      teaser: image("shots/2850451/dashboard_teaser")),
    views: 1_794, likes: 214, comments: 14,
    author: ShotAuthor(id: 101, name: "Rita Prado", avatar: image("users/101"), location: "Recife"))

  private static let harbour = Shot(
    id: 2_850_448, title: "Harbour at night",
    images: ShotImages(normal: image("shots/2850448/harbour"), teaser: image("shots/2850448/harbour_teaser")),
    views: 987, likes: 120, comments: 6, author: ShotAuthor(id: 102, name: "Caio Nunes", avatar: image("users/102")))

  private static func image(_ name: String) -> ImageURL? { ImageURL(rawValue: "\(images)/\(name).png") }
}
