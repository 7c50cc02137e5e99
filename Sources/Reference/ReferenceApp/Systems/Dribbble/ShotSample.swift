import ColmeiaJSON

/// The sample shots that stubs respond with.
enum ShotSample {
  static let all = [dashboard, harbour]

  /// Returns the sample shot with this number, or else the first one with its number replaced.
  static func of(_ id: Int) -> JSON {
    if let shot = all.first(where: { $0["id"]?.int == id }) { return shot }
    guard var shot = dashboard.object else { return dashboard }
    shot["id"] = .number(JSONNumber(id))
    return .object(shot)
  }

  private static let dashboard: JSON = [
    "id": 2_850_451, "title": "CRM - Dashboard+",
    "description": "<p>Sharing some more screens of what we are working on. What do you think?</p>",
    "width": 400, "height": 300,
    "images": [
      "hidpi": "https://images.example/shots/2850451/dashboard.png",
      "normal": "https://images.example/shots/2850451/dashboard_1x.png",
      "teaser": "https://images.example/shots/2850451/dashboard_teaser.png",
    ],
    "views_count": 1_794, "likes_count": 214, "comments_count": 14, "attachments_count": 2, "rebounds_count": 0,
    "buckets_count": 31, "created_at": "2016-07-21T12:00:00Z", "updated_at": "2016-07-21T12:05:00Z",
    "html_url": "https://shots.example/2850451", "animated": false, "tags": ["crm", "dashboard"],
    "user": [
      "id": 101, "name": "Rita Prado", "username": "rita", "avatar_url": "https://images.example/users/101.png",
      "location": "Recife", "links": ["web": "https://rita.example"], "type": "Player", "pro": true,
    ],
    "team": .null,
  ]

  private static let harbour: JSON = [
    "id": 2_850_448, "title": "Harbour at night", "description": .null, "width": 400, "height": 300,
    "images": [
      "hidpi": .null, "normal": "https://images.example/shots/2850448/harbour.png",
      "teaser": "https://images.example/shots/2850448/harbour_teaser.png",
    ],
    "views_count": 987, "likes_count": 120, "comments_count": 6, "attachments_count": 0, "rebounds_count": 1,
    "buckets_count": 4, "created_at": "2016-07-21T11:30:00Z", "updated_at": "2016-07-21T11:31:00Z",
    "html_url": "https://shots.example/2850448", "animated": false, "tags": ["illustration"],
    "user": [
      "id": 102, "name": "Caio Nunes", "username": "caio", "avatar_url": "https://images.example/users/102.png",
      "location": .null, "links": [:], "type": "Player", "pro": false,
    ],
    "team": .null,
  ]
}
