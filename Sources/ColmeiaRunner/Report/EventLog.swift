import ColmeiaJSON

/// What happens in a run, as JSON, one event a line; written as it happens, so that a run that was killed has its log.
struct EventLog: Sendable {
  private let file: OutputFile
  private let interruption: Interruption

  /// - Parameter interruption: is turned on when the log cannot be written any more.
  init(_ file: OutputFile, _ interruption: Interruption) {
    self.file = file
    self.interruption = interruption
  }

  /// Why nothing more can be written, as a sentence.
  var failure: String? { file.failure }

  func write(_ event: RunEvent, scenario: String) {
    if !file.write(Self.json(event, scenario).text() + "\n") { interruption.turnOn() }
  }

  private static func json(_ event: RunEvent, _ scenario: String) -> JSON {
    var object: JSONObject = JSONObject()
    object["v"] = 1
    object["scenario"] = .string(scenario)
    switch event {
    case .began(let file, let line, _):
      object["event"] = "scenario"
      object["file"] = .string(file)
      object["line"] = .number(JSONNumber(line))
    case .step(let title, let line):
      object["event"] = "step"
      object["title"] = .string(title)
      object["line"] = .number(JSONNumber(line))
    case .statement(let line, let text):
      object["event"] = "statement"
      object["line"] = .number(JSONNumber(line))
      object["text"] = .string(text)
    case .store(let store, let texts):
      object["event"] = "action"
      object["store"] = .string(store)
      object["text"] = .string(texts.joined(separator: "\n"))
    case .note(let text):
      object["event"] = "note"
      object["text"] = .string(text)
    case .failure(let place, let message, let details):
      object["event"] = "failure"
      object["place"] = .string(place)
      object["message"] = .string(message)
      object["details"] = .array(details.map(JSON.string))
    case .ended(let result):
      object["event"] = "result"
      object["outcome"] = .string(result.outcome.rawValue)
      object["milliseconds"] = .number(JSONNumber(Int(result.duration / .milliseconds(1))))
    }
    return .object(object)
  }
}
