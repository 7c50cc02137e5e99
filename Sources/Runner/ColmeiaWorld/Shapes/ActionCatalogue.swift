import ColmeiaJSON

/// All actions that can be dispatched, with an example of each.
package struct ActionCatalogue: Sendable {
  /// One action.
  package struct Entry: Sendable, Hashable {
    /// The name of the action, such as `feed.load`.
    package var name: String
    /// The example as it is written in a scenario, or `nil` if no payload could be invented.
    package var text: String?
    /// The example as JSON.
    package var json: JSON?
    /// The reason why the actions below this one are unknown, with advice, or `nil`.
    package var advice: String?
  }

  package let entries: [Entry]

  package init<App: RunnableApp>(_ app: App) {
    var entries: [Entry] = []
    Self.collect(Probe.shape(of: App.Root.Action.self), [], &entries) { $0 }
    let examples = app.examples.compactMap { action -> Entry? in
      guard let json = try? JSON(encoding: action) else { return nil }
      let action = CaseText(action)
      return Entry(name: action.name, text: action.text, json: json)
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

  /// Collects the leaves. If a case's last payload is an enum, the payload's case is part of the name.
  ///
  /// - Parameter path: The outer cases, each with the number of payloads before the one that contains the next case.
  /// - Parameter whole: Returns the whole action with this example of the shape.
  private static func collect(
    _ shape: Shape, _ path: [(name: String, leading: Int?)], _ entries: inout [Entry], _ whole: (JSON) -> JSON?
  ) {
    let name = path.map(\.name)
    if case .unlisted(_, let cases) = shape {
      entries.append(Entry(name: name.joined(separator: "."), advice: cases.advice))
    }
    guard case .choice(let cases) = shape, path.count < 8 else { return }
    for found in cases {
      if let payload = found.payload, !found.isOpen, let last = payload.last, last.shape.isChoice {
        let leading = found.isWrapper ? nil : payload.count - 1
        collect(last.shape, path + [(found.name, leading)], &entries) { found.example(last: $0).flatMap(whole) }
        continue
      }
      let json = found.example.flatMap(whole)
      entries.append(
        Entry(
          name: (name + [found.name]).joined(separator: "."),
          text: json.map { CaseText($0, leading: path.map(\.leading) + [nil]).text }, json: json))
    }
  }
}
