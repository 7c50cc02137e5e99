extension DribbbleState {
  /// Sixty sample shots, which are always the same. The first one is the example in the original's documentation.
  static let demo = DribbbleState(
    shots: [
      DribbbleShot(
        id: 2_850_451, title: "CRM - Dashboard+",
        about: "<p>Sharing some more screens of what we are working on. What do you think?</p>", views: 1_794,
        likes: 214, comments: 14, createdAt: latest, author: authors[0], hasHighDensity: true),
      DribbbleShot(
        id: 2_850_448, title: "Harbour at night", about: nil, views: 987, likes: 120, comments: 6,
        createdAt: latest - 1_800, author: authors[1], hasHighDensity: false),
    ] + (2..<60).map(shot))

  /// 21 July 2016, 12:00 UTC.
  private static let latest = 1_469_102_400

  private static let authors = [
    DribbbleAuthor(id: 101, name: "Rita Prado", location: "Recife"),
    DribbbleAuthor(id: 102, name: "Caio Nunes", location: nil),
    DribbbleAuthor(id: 103, name: "Iara Moura", location: "São Paulo"),
    DribbbleAuthor(id: 104, name: "Teo Lins", location: "Porto"),
  ]

  private static let subjects = ["Logo", "Icons", "Poster", "Landing page", "Map", "Lettering", "Illustration"]
  private static let moods = [
    "blue", "quiet", "bold", "round", "tiny", "warm", "early", "second", "last", "odd", "fast",
  ]

  /// Returns a sample shot. Combinations of subject and mood repeat only after 77 shots, so the titles are unique.
  private static func shot(_ position: Int) -> DribbbleShot {
    let subject = subjects[position % subjects.count]
    let mood = moods[position % moods.count]
    return DribbbleShot(
      id: 2_850_448 - 7 * position, title: "\(subject), \(mood)",
      about: position % 5 == 0 ? nil : "<p>The \(mood) one &amp; more.</p>",
      views: 990 - 13 * position + 40 * (position % 4),
      likes: 130 - 2 * position, comments: position * 5 % 9, createdAt: latest - 3_600 * (position * 7 % 60 + 1),
      author: authors[position % authors.count], hasHighDensity: position % 3 != 0)
  }
}
