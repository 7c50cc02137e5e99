import ColmeiaHTTP

/// The outputs of a parser, with each event as text: `type|data|last event id`.
struct Reading {
  var parser = EventStreamParser()
  var outputs: [EventStreamParser.Output] = []

  init(_ bytes: [UInt8], pieces: Int = .max, limits: EventStreamParser.Limits = .init()) {
    parser = EventStreamParser(limits: limits)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + min(pieces, bytes.count))
      outputs += parser.receive(bytes[start..<end])
      start = end
    }
  }

  var events: [String] {
    outputs.compactMap { output in
      if case .event(let event) = output { "\(event.type)|\(event.data)|\(event.lastEventID)" } else { nil }
    }
  }

  var retries: [Int] {
    outputs.compactMap { output in if case .retry(let milliseconds) = output { milliseconds } else { nil } }
  }
}
