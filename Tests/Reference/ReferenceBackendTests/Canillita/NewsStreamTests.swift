import ReferenceEntities
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of the news stream in the pure back end.
@Suite struct NewsStreamTests {
  private static let retry = "retry: 3000\n\n"

  private static func event(_ id: String, _ title: String) -> String {
    "id: \(id)\nevent: Zangão\ndata: \(title)\ndata: é\ndata: assim\n\n"
  }

  /// Returns a world with news items of the seconds 2, 3, 3 and 4.
  private static func world(_ quirks: CanillitaQuirks) -> World {
    var world = World.canillita.with(quirks)
    for title in ["Três", "Quatro"] {
      let isSame = title == "Três"
      if isSame { world.count -= 1 }
      // The salt is different, although the second is the same.
      _ = world.exchange("POST newspapers/Zang%C3%A3o/news", #"{"title":"\#(title)","body":"é\nassim"}"#)
    }
    return world
  }

  private static func all(_ world: World) -> [String] {
    zip(world.newsIDs, ["Um", "Dois", "Três", "Quatro"]).map { event($0, $1) }
  }

  @Test func `A new listener gets all stored items in the order in which they were stored`() {
    var world = Self.world([])
    #expect(world.listen(1) == Self.retry + Self.all(world).joined())
    #expect(world.listen(2, after: "") == Self.retry + Self.all(world).joined())
  }

  @Test func `A returning listener gets exactly the items it missed, even within one second`() {
    var world = Self.world([])
    let all = Self.all(world)
    for (index, id) in world.newsIDs.enumerated() {
      #expect(world.listen(UInt64(index), after: id) == Self.retry + all[(index + 1)...].joined())
    }
    #expect(world.listen(9, after: "unknown") == Self.retry + all.joined())
  }

  @Test func `With quirks, items of the same second are lost, and unknown events cause an error`() {
    var world = Self.world([.oneSecondReplay, .unknownIDCrashes])
    let all = Self.all(world)
    #expect(world.listen(1, after: world.newsIDs[1]) == Self.retry + all[3])
    #expect(world.listen(2, after: world.newsIDs[0]) == Self.retry + all[1...].joined())
    #expect(world.listen(3, after: "unknown") == "500")
    #expect(world.listen(4, after: "") == "500")
    #expect(world.state.canillita.listeners.listeners.map(\.rawValue) == [1, 2])
  }

  @Test func `With quirks, the replay has a fixed arbitrary order without duplicates`() {
    var world = Self.world([.unorderedReplay, .noHeartbeat])
    let first = world.listen(1)
    #expect(first == world.listen(2))
    let all = Self.all(world)
    #expect(first != all.joined() && first.utf8.count == all.joined().utf8.count)
    #expect(all.allSatisfy { first.contains($0) })
  }

  @Test func `Every listener gets each new item once, and none after leaving`() {
    var world = World.canillita
    for id in [UInt64(5), 3, 4] { _ = world.listen(id, after: world.newsIDs[1]) }
    #expect(world.send(.left(ExchangeID(rawValue: 3))) == [])
    let effects = world.send(9, HTTPRequest("POST newspapers/Zang%C3%A3o/news", #"{"title":"Três","body":"é\rassim"}"#))
    guard case .respond(ExchangeID(rawValue: 9), let response) = effects.first else {
      Issue.record("expected the response first, but got \(effects)")
      return
    }
    #expect(response.status == 201)
    let text = Self.event(world.newsIDs[2], "Três")
    #expect(
      Array(effects.dropFirst()) == [
        .transmit(ExchangeID(rawValue: 5), text), .transmit(ExchangeID(rawValue: 4), text),
      ])
    // Neither refused requests nor reads produce news.
    #expect(world.send(9, HTTPRequest("POST newspapers/Zang%C3%A3o/news", "{")).count == 1)
    #expect(world.send(9, HTTPRequest("GET newspapers")).count == 1)
  }

  @Test func `A listener that connects at any moment gets every item exactly once`() {
    // Each listener connects after another number of items. It gets the earlier items in the replay.
    var world = World.canillita
    var received: [UInt64: String] = [:]
    for id in UInt64(1)...20 {
      received[id] = world.listen(id)
      let effects = world.send(
        100 + id, HTTPRequest("POST newspapers/Zang%C3%A3o/news", #"{"title":"\#(id)","body":""}"#))
      for case .transmit(let listener, let text) in effects { received[listener.rawValue, default: ""] += text }
    }
    let whole = world.state.canillita.news.map { NewsEvent.text($0.item, lineFeedsOnly: false) }.joined()
    for id in UInt64(1)...20 { #expect(received[id] == Self.retry + whole) }
  }

  @Test func `Every fifth heartbeat sends a comment, except with the quirk`() {
    for quirks in [[], CanillitaQuirks.all] {
      var world = World().with(quirks)
      #expect(world.listen(1) == (quirks.isEmpty ? Self.retry : ""))
      let beats = (1...10).map { world.send(.beat(date: $0)) }
      let comment = Backend.Effect.transmit(ExchangeID(rawValue: 1), ":\n\n")
      #expect(beats == (1...10).map { quirks.isEmpty && $0 % 5 == 0 ? [comment] : [] })
    }
  }

  @Test func `A restart ends all streams`() {
    var world = World()
    for id in UInt64(1)...3 { _ = world.listen(id) }
    #expect(world.send(.restarting) == (1...3).map { .hangUp(ExchangeID(rawValue: $0)) })
    #expect(world.state == Backend.State())
  }

  @Test func `A stream beyond the limit is refused`() {
    var world = World()
    for id in 0..<CanillitaLimits.listeners { world.state.canillita.listeners.enter(ExchangeID(rawValue: UInt64(id))) }
    #expect(world.listen(99_999) == "503")
  }

  @Test func `A large replay is sent in pieces of whole events`() {
    var world = World.canillita
    for number in 0..<500 {
      _ = world.exchange(
        "POST newspapers/Zang%C3%A3o/news", #"{"title":"\#(number)","body":"\#(String(repeating: "x", count: 100))"}"#)
    }
    let pieces = world.send(1, HTTPRequest("GET news")).compactMap { effect -> String? in
      if case .transmit(_, let text) = effect { text } else { nil }
    }
    #expect(pieces.count > 4 && pieces.allSatisfy { $0.hasSuffix("\n\n") && $0.utf8.count < 2 * NewsStream.piece })
    #expect(
      pieces.joined() == Self.retry
        + world.state.canillita.news.map { NewsEvent.text($0.item, lineFeedsOnly: false) }.joined())
  }

  @Test func `The stream doesn't exist if the operator doesn't serve Canillita`() {
    var world = World.canillita
    world.backend.services = [.iddog]
    #expect(world.listen(1) == "404")
  }

  @Test(arguments: [
    ("t", "b", "data: t\ndata: b"), ("", "", "data: \ndata: "), ("t", "a\nb", "data: t\ndata: a\ndata: b"),
    ("t", "a\r\nb\rc\n\r\n", "data: t\ndata: a\ndata: b\ndata: c\ndata: \ndata: "),
    ("t\r", "b", "data: t\ndata: b"), (" t", ":b", "data:  t\ndata: :b"), ("ã🐝", "\u{0}", "data: ã🐝\ndata: \u{0}"),
  ])
  func `Text is split at each line ending that clients recognize`(title: String, body: String, lines: String) {
    let item = NewsItem(id: "7", newspaper: "N é", title: title, body: body)
    #expect(NewsEvent.text(item, lineFeedsOnly: false) == "id: 7\nevent: N é\n\(lines)\n\n")
  }

  @Test func `With the quirk, carriage returns are kept`() {
    let item = NewsItem(id: "7", newspaper: "N", title: "t", body: "a\r\nb\rc")
    #expect(NewsEvent.text(item, lineFeedsOnly: true) == "id: 7\nevent: N\ndata: t\ndata: a\r\ndata: b\rc\n\n")
  }

  /// Parses the text of one event as a client does (WHATWG HTML §9.2.6), with minimal code.
  private static func decode(_ text: String) -> (fields: [String: String], data: String, events: Int) {
    let lines = text.unicodeScalars.reduce(into: [""]) { lines, scalar in
      if scalar == "\n" { lines.append("") } else { lines[lines.count - 1].unicodeScalars.append(scalar) }
    }
    var (fields, data, events): ([String: String], [String], Int) = ([:], [], 0)
    for line in lines.dropLast() {
      if line.isEmpty { events += 1 }
      let scalars = line.unicodeScalars
      let name = String(scalars.prefix { $0 != ":" })
      var value = scalars.dropFirst(name.unicodeScalars.count + 1)
      if value.first == " " { value.removeFirst() }
      if name == "data" { data.append(String(value)) } else { fields[name] = String(value) }
    }
    return (fields, data.joined(separator: "\n"), events)
  }

  @Test func `Any published item gives one event with exactly its content`() {
    var random = SplitMix(state: 5)
    let pieces = [
      "a", " ", ":", "\n", "\r", "\r\n", "é", "e\u{301}", "🐝", "\u{0}", "\u{FEFF}", "data: x", "id: 9", "\t",
    ]
    for _ in 0..<2_000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0..<9, using: &random)).map { _ in random.pick(pieces) }.joined()
      }
      let names = pieces.filter(CanillitaText.isName)
      let name = (0...Int.random(in: 0..<4, using: &random)).map { _ in random.pick(names) }.joined()
      let item = NewsItem(id: "7 \(name)", newspaper: name, title: texts[0], body: texts[1])
      let (fields, data, events) = Self.decode(NewsEvent.text(item, lineFeedsOnly: false))
      // A line feed after a carriage return is part of the same line ending.
      let scalars = Array("\(texts[0])\n\(texts[1])".unicodeScalars)
      let expected = scalars.indices.compactMap { index -> Unicode.Scalar? in
        if scalars[index] == "\n", index > 0, scalars[index - 1] == "\r" { return nil }
        return scalars[index] == "\r" ? "\n" : scalars[index]
      }
      #expect(fields.filter { !$0.key.isEmpty } == ["id": item.id, "event": name])
      #expect(data.unicodeScalars.elementsEqual(expected))
      #expect(events == 1)
    }
  }
}
