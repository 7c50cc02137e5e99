import ColmeiaBase

#if os(Linux)
  import CEpoll
#endif

/// What a thread writes to the standard error, apart from what other threads write: the message of a trap.
///
/// On Linux, a thread can have a table of file descriptors of its own. Its standard error then is a pipe, and the
/// standard error of the process stays as it is.
final class ThreadOutput: Sendable {
  private let pipe: (read: Int32, write: Int32)

  /// Returns `nil` on other systems, or if too many files are open.
  init?() {
    #if os(Linux)
      var ends: [Int32] = [-1, -1]
      if ColmeiaBase.pipe(&ends) != 0 { return nil }
      pipe = (ends[0], ends[1])
      // What exceeds the pipe's capacity is lost. Otherwise, the thread would wait for a reader.
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    #else
      return nil
    #endif
  }

  deinit {
    close(pipe.read)
    close(pipe.write)
  }

  /// Redirects the current thread's standard error. Apart from the standard descriptors, only one stays open, so that a
  /// suspended thread doesn't keep the files of others open. Returns its new number.
  func redirect(keeping descriptor: Int32) -> Int32 {
    #if os(Linux)
      colmeia_own_descriptors(pipe.write, descriptor)
    #else
      descriptor
    #endif
  }

  /// Returns what the thread has written since the last call.
  func text() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(pipe.read, &chunk, chunk.count), count > 0 { bytes += chunk.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the message of a trap, in one line, from what a thread has written.
  static func trapMessage(in text: String) -> String? {
    let starts = ["Fatal error", "Precondition failed", "Assertion failed"]
    for line in text.split(whereSeparator: \.isNewline) {
      // The line begins with the file and the number of the line.
      guard let range = starts.lazy.compactMap({ line.firstRange(of: $0) }).first else { continue }
      let message = line[range.upperBound...].dropFirst(2)
      let scalars = (message.isEmpty ? line[range] : message).unicodeScalars
      return Text.short(scalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined())
    }
    return nil
  }
}
