import ColmeiaSecrets

/// Streams are cut into chunks anywhere, so secrets are looked for in each as a whole.
extension Masker {
  /// Learns what the names in streams say, such as those in lines of JSON and in the data of events.
  ///
  /// - Complexity: O(length).
  mutating func learnStreams(in events: [CassetteEvent]) {
    for (_, bytes) in Self.streams(in: events) { learn(bytes) }
  }

  /// The bytes of all chunks of each stream, and which events these are.
  private static func streams(in events: [CassetteEvent]) -> [(places: [Int], bytes: [UInt8])] {
    var streams: [(places: [Int], bytes: [UInt8])] = []
    var indices: [Int: Int] = [:]
    for (place, event) in events.enumerated() {
      guard case .chunk(let body) = event.kind, let bytes = body.content else { continue }
      let index = indices[event.number] ?? streams.count
      if index == streams.count {
        indices[event.number] = index
        streams.append(([], []))
      }
      streams[index].places.append(place)
      streams[index].bytes += bytes
    }
    return streams
  }

  /// The events, with those chunks put together between which a secret is cut: at the place of the last one, because no
  /// byte may come before what it came of.
  ///
  /// - Complexity: O(length).
  func joined(_ events: [CassetteEvent]) -> [CassetteEvent] {
    var events = events
    var dropped: Set<Int> = []
    for (chunks, bytes) in Self.streams(in: events) {
      var secrets = places(in: bytes)[...]
      var (end, waiting): (Int, [UInt8]) = (0, [])
      for (position, place) in chunks.enumerated() {
        guard case .chunk(let body) = events[place].kind, let content = body.content else { continue }
        waiting += content
        end += content.count
        while let first = secrets.first, first.upperBound <= end { secrets.removeFirst() }
        if let first = secrets.first, first.lowerBound < end, position < chunks.count - 1 {
          dropped.insert(place)
          continue
        }
        if waiting.count > content.count { events[place].kind = .chunk(CassetteBody(chunk: waiting)) }
        waiting = []
      }
    }
    return dropped.isEmpty ? events : events.indices.filter { !dropped.contains($0) }.map { events[$0] }
  }
}
