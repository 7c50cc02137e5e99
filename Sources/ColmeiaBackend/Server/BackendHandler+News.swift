import ColmeiaHTTP
import ColmeiaJSON

// Canillita.
extension BackendHandler {
  /// Has the stream of news misbehave as the request says.
  func breakNews(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let body = try? JSON(parsing: request.body)
    let size = body?["bytes"].map { $0.int ?? -1 } ?? NewsFault.oversize
    guard request.method == .post, let fault = body?["fault"]?.string.flatMap(NewsFault.init),
      (1...NewsFault.mostOversize).contains(size)
    else { return [.respond(exchange, HTTPResponse(422))] }
    faults.news = fault
    var outputs = fault == .restart ? restart() : []
    if let injectedOutput = fault.injectedOutput(size: size) {
      for stream in streams.keys.sorted() where streams[stream]?.isOfNews == true {
        outputs.append(.write(stream, injectedOutput.bytes))
        if injectedOutput.isEnd { outputs.append(.finish(stream)) }
      }
    }
    return outputs + [.respond(exchange, HTTPResponse(200))]
  }

  /// Has Canillita do what the original does, all of it or a part, or nothing of it.
  func changeQuirks(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    guard request.method == .post, let quirks = (try? JSON(parsing: request.body)).flatMap(Self.quirks) else {
      return [.respond(exchange, HTTPResponse(422))]
    }
    take(quirks)
    return [.respond(exchange, HTTPResponse(200))]
  }

  private static func quirks(_ body: JSON) -> CanillitaQuirks? {
    if let isFaithful = body["faithful"]?.bool { return isFaithful ? .all : [] }
    guard let names = body["quirks"]?.array else { return nil }
    let quirks = names.compactMap { $0.string.flatMap(CanillitaQuirks.init(name:)) }
    return quirks.count == names.count ? CanillitaQuirks(quirks) : nil
  }
}
