import ColmeiaClient

enum Calls {
  static func add(_ title: String, _ cents: Int) -> Endpoint<Void> {
    // expected-error@+1 {{these members have different types; pass an `Encodable` struct}}
    .post("/expenses", .json(["title": title, "cents": cents]))
  }

  static func rename(_ title: String) -> Endpoint<Void> { .post("/expenses", .json(["title": title])) }
  static let remove: Endpoint<Void> = .delete("/expenses/1")
}
