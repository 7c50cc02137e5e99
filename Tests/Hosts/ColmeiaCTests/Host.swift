import CColmeia
import CounterApp
import Testing

@testable import ColmeiaC

/// A test host, which uses an app only through the C functions.
final class Host {
  let handle: UInt64

  init(handle: UInt64) { self.handle = handle }

  /// Creates the counter app.
  init(_ options: JSON = [:]) throws {
    let (handle, error) = Self.create(options.text())
    try #require(handle != 0, "\(error ?? "")")
    self.handle = handle
  }

  deinit { _ = colmeia_destroy(handle) }

  /// Creates the counter app, and returns its handle or the error text.
  static func create(_ options: String) -> (handle: UInt64, error: String?) {
    var error: UnsafeMutablePointer<CChar>?
    let handle = CInterface.create(CounterApp(), options, options.utf8.count, &error)
    defer { colmeia_free(error) }
    return (handle, error.map { String(cString: $0) })
  }

  @discardableResult func send(_ message: JSON) -> Answer? { send(message.text()) }
  @discardableResult func send(_ text: String) -> Answer? { Self.answer(colmeia_send(handle, text, text.utf8.count)) }

  static func answer(_ code: Int32) -> Answer? { Answer.all.first { $0.code == code } }

  /// Takes the next message, and returns it with the return code.
  func next(_ milliseconds: Int32 = 0) -> (message: JSON?, answer: Answer?) {
    var (message, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    let answer = Self.answer(colmeia_next(handle, milliseconds, &message, &length))
    defer { colmeia_free(message) }
    guard let message else { return (nil, answer) }
    let text = String(cString: message)
    return text.utf8.count == length ? (try? JSON(parsing: text), answer) : (nil, nil)
  }

  /// Returns all messages up to and including the first that has `member`. Each wait is limited to one minute.
  func messages(upTo member: String) -> [JSON] {
    var messages: [JSON] = []
    while let message = next(60_000).message {
      messages.append(message)
      if message[member] != nil || message == .string(member) { break }
    }
    return messages
  }
}
