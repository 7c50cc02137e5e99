import Foundation

/// A key, or what several bytes of a terminal mean.
enum Key: Equatable, Sendable {
  case up, down, enter, erase, end
  case character(Character)

  /// Reads keys in a thread of its own, until the input ends or a key says so.
  static func read(_ receive: @escaping @Sendable (Key) -> Void, end: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        let count = Foundation.read(0, &buffer, buffer.count)
        if count <= 0 { break }
        rest += buffer[..<count]
        while let key = take(&rest) {
          receive(key)
          if key == .end { return end() }
        }
      }
      end()
    }
  }

  /// The next key of the bytes; `nil` when more are needed.
  private static func take(_ bytes: inout [UInt8]) -> Key? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B {
      guard bytes.count >= 3 else { return nil }
      defer { bytes.removeFirst(3) }
      return bytes[2] == UInt8(ascii: "A") ? .up : .down
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard bytes.count >= length else { return nil }
    defer { bytes.removeFirst(length) }
    switch first {
    case 0x03, 0x04: return .end
    case 0x0A, 0x0D: return .enter
    case 0x09: return .down
    case 0x08, 0x7F: return .erase
    default: return String(decoding: bytes[..<length], as: UTF8.self).first.map(Key.character)
    }
  }
}

/// The terminal without echo and without lines, until the end.
struct RawMode {
  private var before = termios()

  init() {
    tcgetattr(0, &before)
    var raw = before
    cfmakeraw(&raw)
    tcsetattr(0, TCSAFLUSH, &raw)
    FileHandle.standardOutput.write(Data("\u{1B}[?1049h\u{1B}[?25l".utf8))
  }

  func end() {
    FileHandle.standardOutput.write(Data("\u{1B}[?25h\u{1B}[?1049l".utf8))
    var before = before
    tcsetattr(0, TCSAFLUSH, &before)
  }
}
