import Foundation

/// Puts the terminal into raw mode, without echo and line buffering, until `end()` is called.
struct RawMode {
  private var before = termios()

  init() {
    tcgetattr(0, &before)
    var raw = before
    cfmakeraw(&raw)
    tcsetattr(0, TCSAFLUSH, &raw)
    // Lines that are longer than the terminal assumes don't continue on the next line.
    Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?7l")
  }

  /// Writes to the terminal, if it is still there.
  static func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }

  /// The current number of lines and columns.
  static var size: (lines: Int, columns: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  func end() {
    Self.write("\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
    var before = before
    tcsetattr(0, TCSAFLUSH, &before)
  }
}
