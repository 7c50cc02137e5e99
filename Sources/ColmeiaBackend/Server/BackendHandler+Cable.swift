import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaWebSocket

// The cable.
extension BackendHandler {
  /// Hands on what a client of the cable says.
  func hear(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    let events = streams[stream]?.receive(Array(bytes)) ?? []
    if cableFault == .silence { return [] }
    var (outputs, isOver): ([ServerOutput], Bool) = ([], false)
    for event in events {
      switch event {
      case .message(.text(let text)):
        outputs += take(.said(ExchangeID(rawValue: stream), text, makeStamp()))
      case .message(.binary): write(streams[stream]?.end(WebSocketClose(.unsupported)) ?? [], to: stream, &outputs)
      case .ping, .pong: break
      case .closed, .failed: isOver = true
      }
    }
    write(streams[stream]?.takeOutput() ?? [], to: stream, &outputs)
    return isOver ? outputs + [.finish(stream)] : outputs
  }

  /// Has the cable misbehave as the request says.
  func breakCable(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let name = (try? JSON(parsing: request.body))?["fault"]?.string ?? ""
    guard request.method == .post, let fault = CableFault(rawValue: name) else {
      return [.respond(exchange, HTTPResponse(422))]
    }
    cableFault = fault
    var outputs: [ServerOutput] = []
    let connections = streams.keys.sorted().filter { streams[$0]?.isOfNews == false }
    switch fault {
    case .restart: outputs += restart()
    case .cut:
      for stream in connections { outputs += [.write(stream, [0x81, 0x05, 0x48]), .finish(stream)] }
    case .oversized:
      for stream in connections { outputs.append(.write(stream, [0x82, 0x7F, 0, 0, 0, 0, 0x40, 0, 0, 0])) }
    case .malformed:
      for stream in connections { write(streams[stream]?.bytes(of: "{\"type\":") ?? [], to: stream, &outputs) }
    case .silence, .none: break
    }
    return outputs + [.respond(exchange, HTTPResponse(200))]
  }
}
