import ColmeiaPlatform

/// Tests the WebSocket client with a third-party server:
/// `SocketProbe ORIGIN [FILE WITH TRUSTED CERTIFICATES [--small-pieces]]`. It sends messages of many sizes, expects each
/// of them back, and prints the result on one line. With `--small-pieces`, it reads a hundred bytes at a time. With
/// `--requests` instead, it sends ten requests.
@main enum SocketProbe {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else { return print("usage: SocketProbe ORIGIN [CERTIFICATES [--small-pieces]]") }
    #if os(Linux)
      let certificates = arguments.count > 2 ? arguments[2] : nil
      if arguments.contains("--requests") { return print(await requests(arguments[1], certificates)) }
      let sockets =
        arguments.contains("--small-pieces")
        ? LinkWebSocketTransport(reading: .smallPieces, certificates: certificates)
        : LinkWebSocketTransport(certificates: certificates)
    #else
      let sockets = PlatformWebSocketTransport()
    #endif
    print(await outcome(arguments[1], sockets))
    await sockets.shutdown()
  }

  #if os(Linux)
    private static func requests(_ origin: String, _ certificates: String?) async -> String {
      let transport = LinkTransport(certificates: certificates)
      var bytes = 0
      for _ in 0..<10 {
        do throws(TransportError) {
          bytes += try await transport.send(HTTPRequest(.get, origin: origin, path: "/")).body.count
        } catch { return "\(error)" }
      }
      await transport.shutdown()
      return "received \(bytes)"
    }
  #endif

  private static func outcome(_ origin: String, _ sockets: some WebSocketTransport) async -> String {
    do throws(WebSocketFailure) {
      let request = HTTPRequest(.get, origin: origin, path: "/echo")
      let connection = try await sockets.open(request, subprotocols: ["echo"])
      guard connection.subprotocol == "echo" else { return "another subprotocol" }
      return await echo(over: connection)
    } catch {
      switch error {
      case .refused(let refusal): return "refused: \(refusal)"
      case .transport(.tls): return "refused: tls"
      case .transport(let other): return "refused: \(other)"
      }
    }
  }

  private static func echo(over connection: any WebSocketConnection) async -> String {
    let sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 65_537, 1 << 20]
    for size in sizes {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
      let messages: [WebSocketMachine.Message] = [.binary(bytes), .text(String(repeating: "é", count: size / 2))]
      for message in messages {
        do throws(WebSocketError) { try connection.send(message) } catch { return "not sent: \(error)" }
        guard await connection.receive() == message else { return "an echo of \(size) bytes differs" }
      }
    }
    connection.close()
    return "echoed \(2 * sizes.count)"
  }
}
