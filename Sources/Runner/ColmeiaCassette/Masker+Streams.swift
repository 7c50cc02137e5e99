import ColmeiaSecrets

/// Masking of streams. A stream may be split into chunks anywhere, so secrets are searched for in each stream as a
/// whole.
extension Masker {
  /// Learns the secrets in streams by the names of their values, such as in lines of JSON and in the data of events.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the streams.
  mutating func learnStreams(in events: [CassetteEvent]) {
    for (_, bytes) in Self.streams(in: events) { learn(bytes) }
  }

  /// Returns the bytes of all chunks of each stream, and the indices of their events.
  private static func streams(in events: [CassetteEvent]) -> [(indices: [Int], bytes: [UInt8])] {
    var streams: [(indices: [Int], bytes: [UInt8])] = []
    var indices: [Int: Int] = [:]
    for (position, event) in events.enumerated() {
      guard case .chunk(let body) = event.kind, let bytes = body.content else { continue }
      let index = indices[event.number] ?? streams.count
      if index == streams.count {
        indices[event.number] = index
        streams.append(([], []))
      }
      streams[index].indices.append(position)
      streams[index].bytes += bytes
    }
    return streams
  }

  /// Joins the chunks that split a secret between them.
  ///
  /// The joined chunk replaces the last of them, because no byte may arrive before an event that caused it.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the streams.
  func joined(_ events: [CassetteEvent]) -> [CassetteEvent] {
    var events = events
    var dropped: Set<Int> = []
    for (chunks, bytes) in Self.streams(in: events) {
      var secrets = findings(in: bytes)[...]
      var (end, waiting): (Int, [UInt8]) = (0, [])
      for (position, index) in chunks.enumerated() {
        guard case .chunk(let body) = events[index].kind, let content = body.content else { continue }
        waiting += content
        end += content.count
        while let first = secrets.first, first.upperBound <= end { secrets.removeFirst() }
        if let first = secrets.first, first.lowerBound < end, position < chunks.count - 1 {
          dropped.insert(index)
          continue
        }
        if waiting.count > content.count { events[index].kind = .chunk(CassetteBody(chunk: waiting)) }
        waiting = []
      }
    }
    return dropped.isEmpty ? events : events.indices.filter { !dropped.contains($0) }.map { events[$0] }
  }
}
