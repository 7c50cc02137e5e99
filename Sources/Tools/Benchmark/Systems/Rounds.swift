import ColmeiaPlatform
import Foundation

/// Measures one row once for each line of standard input, for comparisons by external tools; see `.ci/peers`.
func rounds(_ words: [String]) async -> Int32 {
  let row: Row?
  if words.first == "echo", let port = words.dropFirst().first.flatMap(UInt16.init) {
    row = echoed(by: port)
  } else {
    row = jsonCoding().first { $0.name == words.first }
  }
  guard let row else {
    print("Measure what: jd, jt, another row of JSON, or echo PORT?")
    return 2
  }
  await measureRounds(of: row)
  return 0
}

/// A row for small messages to any server that echoes them.
private func echoed(by port: UInt16) -> Row {
  Row(
    "echo", "a message of a WebSocket to a server and back",
    trial: {
      let sockets = PlatformWebSocketTransport()
      let request = HTTPRequest(.get, origin: "http://127.0.0.1:\(port)", path: "/")
      let connection = try? await sockets.open(request, subprotocols: [])
      return Trial(
        run: { n in
          for _ in 0..<n {
            try? connection?.send(.text("oi"))
            if await connection?.receive() == nil { print("no answer came") }
          }
        },
        end: {
          connection?.close()
          await sockets.shutdown()
        })
    }, changesThreads: true)
}

/// Measures a row once for each line of standard input, so that an external tool can alternate it with other programs.
/// Prints the nanoseconds of one operation.
private func measureRounds(of row: Row) async {
  let body = await Repeated(await row.prepare(), .milliseconds(50), row.watch)
  while readLine() != nil {
    print(await body.nanoseconds() / Double(row.operations))
    fflush(nil)
  }
  await body.trial.end()
}
