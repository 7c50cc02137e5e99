internal import CColmeia

/// A return code of the C interface, with its description.
struct Answer: Error, Equatable {
  let code: Int32
  /// A static string, whose address stays valid for the lifetime of the process.
  private let text: StaticString

  private init(_ code: Int, _ text: StaticString) { (self.code, self.text) = (Int32(code), text) }

  static let ok = Answer(COLMEIA_OK, "done")
  static let nothing = Answer(COLMEIA_NOTHING, "nothing is there to be taken")
  static let ended = Answer(COLMEIA_ENDED, "the app has ended")
  static let noHandle = Answer(COLMEIA_NO_HANDLE, "there is no such handle")
  static let null = Answer(COLMEIA_NULL, "a pointer is NULL that must not be")
  static let tooLong = Answer(COLMEIA_TOO_LONG, "a message has at most 1048576 bytes")
  static let full = Answer(COLMEIA_FULL, "too many messages wait; take some first")
  static let busy = Answer(COLMEIA_BUSY, "another call of colmeia_pump is going on")
  static let noCallback = Answer(COLMEIA_NO_CALLBACK, "colmeia_pump needs colmeia_on_message first")
  static let system = Answer(COLMEIA_SYSTEM, "the system has no file descriptor, or no memory, left")
  static let all = [ok, nothing, ended, noHandle, null, tooLong, full, busy, noCallback, system]

  static func text(of code: Int32) -> StaticString {
    all.first { $0.code == code }?.text ?? "there is no such answer"
  }

  static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
