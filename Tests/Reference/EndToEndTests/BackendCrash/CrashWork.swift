import TestSupport

/// A kind of change that a client makes repeatedly, each time with another name.
enum CrashWork: String, CaseIterable, Sendable {
  case news, newspapers, dogs, photos, messages

  /// Repeats the change until the connection breaks.
  func run(_ backend: KilledBackend, _ round: Int, _ ledger: CrashLedger) throws {
    let client = try CrashClient(backend.port)
    if self == .messages { try client.enterChat(try client.logIn()) }
    for number in 0... {
      let name = "\(rawValue)-\(round)-\(number)"
      ledger.send(name)
      try send(name, client)
      // At this moment this request is in flight, and so are those of other clients.
      if ledger.isLast() { backend.kill() }
      ledger.acknowledge(name, token: try receive(name, client))
    }
  }

  private func send(_ name: String, _ client: CrashClient) throws {
    switch self {
    case .news: try client.send("POST /newspapers/Zang%C3%A3o/news", #"{"title":"\#(name)","body":"b"}"#)
    case .newspapers: try client.send("POST /newspapers", #"{"name":"\#(name)","description":"d"}"#)
    case .dogs: try client.send("POST /signup", #"{"email":"\#(name)@e.f"}"#)
    case .photos: try client.send("PUT /colmeia-photos/\(name)", name, headers: client.signed(.put, name, name))
    case .messages: try client.post(name)
    }
  }

  /// Waits for the response. Returns the token in it, if there is one.
  private func receive(_ name: String, _ client: CrashClient) throws -> String? {
    if self == .messages {
      _ = try client.client.read(until: #""client_id":"\#(name)""#)
      return nil
    }
    let answer = try client.answer()
    guard (200...201).contains(answer.status) else { throw RawClient.Failure(description: "\(name): \(answer.status)") }
    return answer.json?["user"]?["token"]?.string
  }
}
