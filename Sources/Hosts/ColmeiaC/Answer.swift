internal import CColmeia

/// A return code of the C interface, with its description.
struct Answer: Error, Equatable {
  let code: Int32
  /// A static string, whose address stays valid for the lifetime of the process.
  private let text: StaticString

  private init(_ code: Int, _ text: StaticString) { (self.code, self.text) = (Int32(code), text) }

  static let ok = Answer(COLMEIA_OK, "success")
  static let nothing = Answer(COLMEIA_NOTHING, "no message is available")
  static let ended = Answer(COLMEIA_ENDED, "the app has ended")
  static let noHandle = Answer(COLMEIA_NO_HANDLE, "the handle is unknown or destroyed")
  static let null = Answer(COLMEIA_NULL, "a required pointer is NULL")
  static let tooLong = Answer(COLMEIA_TOO_LONG, "the message is longer than 1048576 bytes")
  static let full = Answer(COLMEIA_FULL, "too many messages are pending; take some first")
  static let busy = Answer(COLMEIA_BUSY, "another call of colmeia_pump is in progress")
  static let noCallback = Answer(COLMEIA_NO_CALLBACK, "no callback is set; call colmeia_on_message first")
  static let system = Answer(COLMEIA_SYSTEM, "the system is out of file descriptors or memory")
  static let all = [ok, nothing, ended, noHandle, null, tooLong, full, busy, noCallback, system]

  static func text(of code: Int32) -> StaticString {
    all.first { $0.code == code }?.text ?? "unknown return code"
  }

  static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
