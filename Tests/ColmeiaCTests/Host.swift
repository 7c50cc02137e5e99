import CColmeia
import ColmeiaJSON
import CounterApp
import Testing

@testable import ColmeiaC

/// A host in a test, which comes to the counter through the functions of C alone.
final class Host {
  let handle: UInt64

  init(_ options: JSON = [:]) throws {
    let (handle, error) = Self.create(options.text())
    try #require(handle != 0, "\(error ?? "")")
    self.handle = handle
  }

  deinit { _ = colmeia_destroy(handle) }

  /// A handle, or why there is none.
  static func create(_ options: String) -> (handle: UInt64, error: String?) {
    var error: UnsafeMutablePointer<CChar>?
    let handle = CInterface.create(CounterApp(), options, options.utf8.count, &error)
    defer { colmeia_free(error) }
    return (handle, error.map { String(cString: $0) })
  }

  @discardableResult func send(_ message: JSON) -> Answer? { send(message.text()) }
  @discardableResult func send(_ text: String) -> Answer? { Self.answer(colmeia_send(handle, text, text.utf8.count)) }

  static func answer(_ code: Int32) -> Answer? { Answer.all.first { $0.code == code } }

  /// The next message, or what comes in its place.
  func next(_ milliseconds: Int32 = 0) -> (message: JSON?, answer: Answer?) {
    var (message, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    let answer = Self.answer(colmeia_next(handle, milliseconds, &message, &length))
    defer { colmeia_free(message) }
    guard let message else { return (nil, answer) }
    let text = String(cString: message)
    return text.utf8.count == length ? (try? JSON(parsing: text), answer) : (nil, nil)
  }

  /// All messages up to one with this member, that one included; in the place of a wait without end, none after a minute.
  func messages(upTo member: String) -> [JSON] {
    var messages: [JSON] = []
    while let message = next(60_000).message {
      messages.append(message)
      if message[member] != nil || message == .string(member) { break }
    }
    return messages
  }
}
