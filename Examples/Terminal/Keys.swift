import Foundation

/// A key press, decoded from the terminal's bytes.
enum Key: Equatable, Sendable {
  /// The keys of Tab, with and without Shift.
  case next, previous
  case up, down, left, right, pageUp, pageDown, first, last, enter, submit, back, exchanges, end
  case erase, delete, eraseWord, eraseLine
  /// A typed character, or pasted text.
  case text(String)

  /// Reads keys on a separate thread until the input ends or a key ends the program.
  static func read(_ receive: @escaping @Sendable (Key) -> Void, end: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        // The rest of a key follows soon, except after the Esc key. That of a paste may take longer.
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let isOver = !rest.isEmpty && poll(&input, 1, rest.starts(with: pasteStart) ? 1_000 : 50) == 0
        if !isOver {
          let count = Foundation.read(0, &buffer, buffer.count)
          if count <= 0 { break }
          rest += buffer[..<count]
        }
        while let step = next(&rest, isOver) {
          guard case .key(let key) = step else { continue }
          receive(key)
          if key == .end { return end() }
        }
      }
      end()
    }
  }

  /// The meaning of the first bytes.
  private enum Step {
    case key(Key)
    /// Bytes that this program ignores, such as a function key.
    case nothing
  }

  /// Removes the next key from the bytes. Returns `nil` if more bytes are needed.
  ///
  /// - Parameter isOver: Whether no more bytes have followed.
  private static func next(_ bytes: inout [UInt8], _ isOver: Bool) -> Step? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return nextSequence(&bytes, isOver) }
    var length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    // A byte that isn't UTF-8 takes no others with it.
    let isBroken = bytes.dropFirst().prefix(length - 1).contains { $0 & 0xC0 != 0x80 }
    if isBroken || isOver && bytes.count < length { length = 1 }
    guard bytes.count >= length else { return nil }
    defer { bytes.removeFirst(length) }
    switch first {
    case 0x03, 0x04: return .key(.end)
    case 0x01: return .key(.first)
    case 0x05: return .key(.last)
    case 0x12: return .key(.exchanges)
    case 0x13: return .key(.submit)
    case 0x15: return .key(.eraseLine)
    case 0x17: return .key(.eraseWord)
    case 0x0A, 0x0D: return .key(.enter)
    case 0x09: return .key(.next)
    case 0x08, 0x7F: return .key(.erase)
    case 0x00..<0x20: return .nothing
    default:
      return String(validating: bytes[..<length], as: UTF8.self).map { .key(.text($0)) } ?? .nothing
    }
  }

  /// Removes an escape sequence (ECMA-48): `ESC [ … letter`, `ESC O letter`, or the Esc key, which sends a single byte.
  private static func nextSequence(_ bytes: inout [UInt8], _ isOver: Bool) -> Step? {
    guard bytes.count > 1 else {
      if !isOver { return nil }
      bytes = []
      return .key(.back)
    }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
      // The Esc key, quickly followed by itself, or a key that was pressed with Alt, also an arrow: `ESC ESC [ D`.
      if bytes[1] == 0x1B, bytes.count == 2, !isOver { return nil }
      bytes.removeFirst()
      let isArrow = bytes.count > 1 && (bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O"))
      return bytes[0] == 0x1B && !isArrow ? .key(.back) : .nothing
    }
    if bytes.starts(with: pasteStart) { return nextPaste(&bytes, isOver) }
    // The function keys of Linux's console are `ESC [ [ letter`.
    let start = bytes.starts(with: [0x1B, 0x5B, 0x5B]) ? 3 : 2
    guard let end = bytes[start...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      if !isOver { return nil }
      bytes = []
      return .nothing
    }
    defer { bytes.removeFirst(end + 1) }
    if start == 3 { return .nothing }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    switch (Character(Unicode.Scalar(bytes[end])), parameters) {
    case ("Z", _): return .key(.previous)
    case ("A", _): return .key(.up)
    case ("B", _): return .key(.down)
    case ("C", _): return .key(.right)
    case ("D", _): return .key(.left)
    case ("H", _), ("~", "1"): return .key(.first)
    case ("F", _), ("~", "4"): return .key(.last)
    case ("~", "3"): return .key(.delete)
    case ("~", "5"): return .key(.pageUp)
    case ("~", "6"): return .key(.pageDown)
    default: return .nothing
    }
  }

  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The maximum number of bytes of a paste. A longer one is truncated.
  private static let pasteLimit = 65_536

  /// Removes pasted text, which the terminal marks (bracketed paste). Line breaks in it are text, because a paste must
  /// not press buttons.
  private static func nextPaste(_ bytes: inout [UInt8], _ isOver: Bool) -> Step? {
    // A paste without an end ends with the keys that end the program, or after a silence.
    let quit = bytes.firstIndex { $0 == 0x03 || $0 == 0x04 }.map { $0..<$0 }
    let marks = [bytes.firstRange(of: pasteEnd), quit].compactMap(\.self)
    let known = marks.min { $0.lowerBound < $1.lowerBound }
    guard let end = known ?? (isOver ? bytes.count..<bytes.count : nil) else {
      if bytes.count > pasteLimit { bytes = bytes.prefix(pasteLimit) + bytes.suffix(pasteEnd.count - 1) }
      return nil
    }
    let content = bytes[pasteStart.count..<end.lowerBound]
    defer {
      bytes.removeFirst(end.upperBound)
      // More of it may follow after the first silence.
      if known == nil, !content.isEmpty { bytes = pasteStart }
    }
    let characters = String(decoding: content, as: UTF8.self).map { $0.isNewline ? "\n" : $0 == "\t" ? " " : $0 }
    let text = String(
      characters.filter { character in
        character == "\n" || !character.unicodeScalars.contains { $0.value < 0x20 }
      })
    return text.isEmpty ? .nothing : .key(.text(text))
  }
}
