import ColmeiaJSON
import ColmeiaServer

extension BackendHandler {
  /// Changes the behavior of a part of the back end as a request asks. Responds with status 422 if the request is
  /// invalid.
  func changeBehavior(
    _ change: (JSON) -> [ServerOutput]?, _ request: HTTPRequest, _ exchange: UInt64
  ) -> [ServerOutput] {
    guard request.method == .post, let body = try? JSON(parsing: request.body), let outputs = change(body) else {
      return [.respond(exchange, HTTPResponse(422))]
    }
    return outputs + [.respond(exchange, HTTPResponse(200))]
  }

  /// Switches on a fault of the shots. Returns `nil` if the request is invalid.
  func breakShots(_ body: JSON) -> [ServerOutput]? {
    guard let fault = body["fault"]?.string.flatMap(ShotsFault.init) else { return nil }
    faults.shots = fault
    return []
  }
}

// Canillita.
extension BackendHandler {
  /// Switches on a fault of the news stream. Returns `nil` if the request is invalid.
  func breakNews(_ body: JSON) -> [ServerOutput]? {
    let size = body["bytes"].map { $0.int ?? -1 } ?? NewsFault.oversize
    guard let fault = body["fault"]?.string.flatMap(NewsFault.init), (1...NewsFault.mostOversize).contains(size) else {
      return nil
    }
    faults.news = fault
    var outputs = fault == .restart ? restart() : []
    if let injectedOutput = fault.injectedOutput(size: size) {
      for stream in streams.keys.sorted() where streams[stream]?.isOfNews == true {
        outputs.append(.write(stream, injectedOutput.bytes))
        if injectedOutput.isEnd { outputs.append(.finish(stream)) }
      }
    }
    return outputs
  }

  /// Changes which of the original's quirks Canillita reproduces. Returns `nil` if the request is invalid.
  func changeQuirks(_ body: JSON) -> [ServerOutput]? {
    guard let quirks = Self.quirks(body) else { return nil }
    apply(quirks)
    return []
  }

  private static func quirks(_ body: JSON) -> CanillitaQuirks? {
    if let isFaithful = body["faithful"]?.bool { return isFaithful ? .all : [] }
    guard let names = body["quirks"]?.array else { return nil }
    let quirks = names.compactMap { $0.string.flatMap(CanillitaQuirk.init(rawValue:)) }
    return quirks.count == names.count ? CanillitaQuirks(quirks) : nil
  }
}
