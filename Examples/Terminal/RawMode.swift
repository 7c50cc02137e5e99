import Foundation

/// Puts the terminal into raw mode, without echo and line buffering, until `end()` is called.
struct RawMode {
  private var before = termios()

  init() {
    tcgetattr(0, &before)
    var raw = before
    cfmakeraw(&raw)
    tcsetattr(0, TCSAFLUSH, &raw)
    FileHandle.standardOutput.write(Data("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h".utf8))
  }

  /// The current number of lines and columns.
  static var size: (lines: Int, columns: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  func end() {
    FileHandle.standardOutput.write(Data("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l".utf8))
    var before = before
    tcsetattr(0, TCSAFLUSH, &before)
  }
}
