import ColmeiaJSON

/// All actions that can be dispatched, with an example of each.
struct ActionCatalogue: Sendable {
  /// One action.
  struct Entry: Sendable, Hashable {
    /// The name of the action, such as `feed.load`.
    var name: String
    /// The example as it is written in a scenario, or `nil` if no payload could be invented.
    var text: String?
    /// The example as JSON.
    var json: JSON?
    /// The reason why the actions below this one are unknown, with advice, or `nil`.
    var advice: String?
  }

  let entries: [Entry]

  init<App: RunnableApp>(_ app: App) {
    var entries: [Entry] = []
    Self.collect(Probe.shape(of: App.Root.Action.self), [], &entries)
    let examples = app.examples.compactMap { action -> Entry? in
      guard let json = try? JSON(encoding: action) else { return nil }
      let names = CasePath.names(of: action)
      return Entry(name: names.joined(separator: "."), text: ActionText.text(json, depth: names.count), json: json)
    }
    let listed = Set(entries.map(\.name))
    entries += examples.filter { !listed.contains($0.name) }
    self.entries = entries.map { entry in
      if entry.advice != nil { return entry }
      if let example = examples.first(where: { $0.name == entry.name }) { return example }
      guard let json = entry.json, (try? json.decode(App.Root.Action.self, .strict)) != nil else {
        return Entry(name: entry.name)
      }
      return entry
    }
  }

  /// Collects the leaves. If a case's only payload is an enum, the payload's case is part of the name.
  private static func collect(_ shape: Shape, _ path: [String], _ entries: inout [Entry]) {
    if case .unlisted(_, let cases) = shape {
      entries.append(Entry(name: path.joined(separator: "."), advice: cases.advice))
    }
    guard case .choice(let cases) = shape, path.count < 8 else { return }
    for found in cases {
      let path = path + [found.name]
      if found.isWrapper, let inner = found.payload?[0].shape, inner.isChoice {
        collect(inner, path, &entries)
        continue
      }
      let json = found.example.map { example in path.dropLast().reversed().reduce(example) { [$1: $0] } }
      entries.append(
        Entry(
          name: path.joined(separator: "."), text: json.map { ActionText.text($0, depth: path.count) }, json: json))
    }
  }
}

extension Shape {
  fileprivate var isChoice: Bool {
    switch self {
    case .choice, .unlisted: true
    default: false
    }
  }
}
