import ColmeiaHTTP

/// Rows for parsing an event stream in pieces of 16 KiB, as a socket delivers them. 200 MB/s correspond to 5 ns per
/// byte.
func eventStreams() -> [Row] {
  [
    Row("sp", "1.3 MB of events into values, each byte", per: stream.count) {
      let stream = stream
      return { n in
        for _ in 0..<n {
          var parser = EventStreamParser()
          var start = 0
          while start < stream.count {
            let end = min(stream.count, start + 16_384)
            keep(parser.receive(stream[start..<end]).count)
            start = end
          }
        }
      }
    },
    Row("spS", "baseline: the same bytes as a String, cut into its lines", per: stream.count) {
      let stream = stream
      return { n in
        for _ in 0..<n {
          let text = String(decoding: stream, as: UTF8.self)
          keep(text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(String.init).count)
        }
      }
    },
  ]
}

private let stream = (0..<8_000).flatMap { number in
  Array(
    """
    id: 6f9619ff-8b86-d011-b42d-\(number)
    event: husky
    data: Cachorros de São Paulo ganham um parque
    data: O parque abre em \(number) dias, com água, sombra e uma colmeia.

    """.utf8)
}
