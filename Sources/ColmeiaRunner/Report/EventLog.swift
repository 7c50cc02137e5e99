import Colmeia
import ColmeiaJSON
import ColmeiaSync
import Foundation

/// What happens in a run, as JSON, one event a line; written as it happens, so that a run that was killed has its log.
final class EventLog: Sendable {
  private let file: FileHandle
  private let lock = Guarded(())

  /// A log in a file, or on standard output for `-`.
  init(_ path: String) throws(UsageError) {
    if path == "-" {
      file = .standardOutput
      return
    }
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else {
      throw UsageError("'\(path)' cannot be written")
    }
    self.file = file
  }

  func write(_ event: RunEvent, scenario: String) {
    let line = Self.json(event, scenario).text() + "\n"
    lock.withLock { _ in file.write(Data(line.utf8)) }
  }

  func write(_ json: JSON) {
    lock.withLock { _ in file.write(Data((json.text() + "\n").utf8)) }
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
