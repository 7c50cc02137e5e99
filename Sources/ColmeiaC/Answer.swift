internal import CColmeia

/// What a function of the interface answers.
enum Answer: Error, CaseIterable {
  case ok, nothing, ended, noHandle, null, tooLong, full, busy, noCallback, system

  var code: Int32 {
    switch self {
    case .ok: Int32(COLMEIA_OK)
    case .nothing: Int32(COLMEIA_NOTHING)
    case .ended: Int32(COLMEIA_ENDED)
    case .noHandle: Int32(COLMEIA_NO_HANDLE)
    case .null: Int32(COLMEIA_NULL)
    case .tooLong: Int32(COLMEIA_TOO_LONG)
    case .full: Int32(COLMEIA_FULL)
    case .busy: Int32(COLMEIA_BUSY)
    case .noCallback: Int32(COLMEIA_NO_CALLBACK)
    case .system: Int32(COLMEIA_SYSTEM)
    }
  }

  private var text: StaticString {
    switch self {
    case .ok: "done"
    case .nothing: "nothing is there to be taken"
    case .ended: "the app has ended"
    case .noHandle: "there is no such handle"
    case .null: "a pointer is NULL that must not be"
    case .tooLong: "a message has at most 1048576 bytes"
    case .full: "too many messages wait; take some first"
    case .busy: "another call of colmeia_pump is going on"
    case .noCallback: "colmeia_pump needs colmeia_on_message first"
    case .system: "the system has no file descriptor, or no memory, left"
    }
  }

  /// Strings of the program itself, which stay where they are.
  static func text(of code: Int32) -> StaticString {
    allCases.first { $0.code == code }?.text ?? "there is no such answer"
  }
}
