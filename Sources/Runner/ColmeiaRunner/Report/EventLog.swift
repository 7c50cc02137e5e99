import ColmeiaBase
import ColmeiaJSON
import ColmeiaWorld

/// The log of a run in JSON, one event per line. Events are written as they happen, so the log is available even if the
/// process is killed.
struct EventLog: Sendable {
  private let file: OutputFile
  private let interruption: Interruption

  /// - Parameter interruption: Turned on if the log can't be written.
  init(_ file: OutputFile, _ interruption: Interruption) {
    self.file = file
    self.interruption = interruption
  }

  /// The reason why the log can't be written, as a sentence.
  var failure: String? { file.failure }

  func write(_ event: RunEvent, file name: String, scenario: String) {
    let text = Self.json(event, name, scenario).text().withoutTerminalControls
    if !file.write(text + "\n") { interruption.turnOn() }
  }

  /// Prepares the lines that the log gets if the process crashes while a scenario runs.
  func prepare(_ entry: CrashReport.Entry, _ crashed: ScenarioResult) {
    let failures = crashed.failures.map {
      RunEvent.failure(location: $0.location, message: $0.message, details: $0.details)
    }
    let lines = (failures + [.ended(crashed)]).map {
      Self.json($0, crashed.file, crashed.title).text().withoutTerminalControls + "\n"
    }
    entry.set(lines: lines.joined(), of: file)
  }

  private static func json(_ event: RunEvent, _ file: String, _ scenario: String) -> JSON {
    let (name, members) = members(of: event)
    var object = JSONObject()
    object["v"] = 1
    object["file"] = .string(file)
    object["scenario"] = .string(scenario)
    object["event"] = .string(name)
    for (name, value) in members { object[name] = value }
    return .object(object)
  }

  private static func members(of event: RunEvent) -> (String, KeyValuePairs<String, JSON>) {
    switch event {
    case .statement(let line, let location?, let text):
      ("statement", ["line": .number(JSONNumber(line)), "location": .string(location), "text": .string(text)])
    case .began(_, let line, _): ("scenario", ["line": .number(JSONNumber(line))])
    case .step(let title, let line): ("step", ["title": .string(title), "line": .number(JSONNumber(line))])
    case .statement(let line, nil, let text): ("statement", ["line": .number(JSONNumber(line)), "text": .string(text)])
    case .store(let store, let texts):
      ("action", ["store": .string(store), "text": .string(texts.joined(separator: "\n"))])
    case .note(let text): ("note", ["text": .string(text)])
    case .failure(let location, let message, let details):
      (
        "failure",
        ["location": .string(location), "message": .string(message), "details": .array(details.map(JSON.string))]
      )
    case .ended(let result):
      (
        "result",
        [
          "outcome": .string(result.outcome.rawValue),
          "milliseconds": .number(JSONNumber(result.duration.wholeMilliseconds)),
        ]
      )
    }
  }
}
