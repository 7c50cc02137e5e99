import ColmeiaRunner
import ColmeiaSync

/// The messages of an app that wait until the host takes them.
final class Outbox: TalkCarrier {
  /// How much may wait before news are left out.
  struct Limits: Sendable {
    var messages = 10_000
    var bytes = 16 << 20
  }

  /// What is there for the host.
  enum Taken: Equatable {
    case message(String)
    /// Nothing, but something was left out before.
    case behind
    case nothing, ended, gone
  }

  private struct Entry {
    var text: String
    var kind: TalkKind
  }

  private struct Content {
    var entries: [Entry] = []
    /// Where the first one is.
    var first = 0
    var bytes = 0
    /// Requests for effects that the host has not taken, and how long they are. The others among the entries are void.
    var unread: [UInt64: Int] = [:]
    var void = 0
    var isBehind = false
    var hasEnded = false
    var isGone = false
    var signal: Signal?
    var isOn = false

    /// How many messages wait.
    var count: Int { entries.count - first - void }
  }

  private let limits: Limits
  private let content = Guarded(Content())

  init(_ limits: Limits) { self.limits = limits }

  /// How many entries are kept, void ones included.
  var entryCount: Int { content.withLock { $0.entries.count } }

  func takesNews() -> Bool {
    content.withLock { content in
      if content.isGone || content.hasEnded { return false }
      if content.isBehind || isFull(content) {
        content.isBehind = true
        Self.show(&content)
        return false
      }
      return true
    }
  }

  /// Whether news were left out, and the whole state was not told since.
  var isBehind: Bool { content.withLock { $0.isBehind } }

  /// Whether so much waits that nothing should be asked for.
  var isFull: Bool { content.withLock { isFull($0) } }

  private func isFull(_ content: borrowing Content) -> Bool {
    content.count >= limits.messages || content.bytes >= limits.bytes
  }

  func put(_ text: String, _ kind: TalkKind) { put(text, kind, isLast: false) }

  private func put(_ text: String, _ kind: TalkKind, isLast: Bool) {
    content.withLock { content in
      if content.isGone || content.hasEnded { return }
      switch kind {
      case .cancellation(let number):
        if let length = content.unread.removeValue(forKey: number) {
          content.bytes -= length
          content.void += 1
          Self.removeVoid(&content)
          return
        }
      case .request(let number): content.unread[number] = text.utf8.count
      case .whole: content.isBehind = false
      case .news, .needed: break
      }
      content.entries.append(Entry(text: text, kind: kind))
      content.bytes += text.utf8.count
      content.hasEnded = isLast
      Self.show(&content)
    }
  }

  /// Puts the last message.
  func end(_ text: String) { put(text, .needed, isLast: true) }

  /// The host is gone.
  func destroy() {
    // Let go outside the lock: a descriptor is closed.
    let old = content.withLock { content in
      content.isGone = true
      Self.show(&content)
      let old = (content.entries, content.signal)
      (content.entries, content.first, content.void, content.bytes) = ([], 0, 0, 0)
      (content.unread, content.signal) = ([:], nil)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Takes what is next.
  func take() -> Taken {
    content.withLock { content in
      if content.isGone { return .gone }
      while content.first < content.entries.count {
        let entry = content.entries[content.first]
        content.entries[content.first].text = ""
        content.first += 1
        Self.closeGap(&content)
        if case .request(let number) = entry.kind, content.unread.removeValue(forKey: number) == nil {
          content.void -= 1
          continue
        }
        content.bytes -= entry.text.utf8.count
        return .message(entry.text)
      }
      if content.hasEnded { return .ended }
      if content.isBehind { return .behind }
      Self.hide(&content)
      return .nothing
    }
  }

  /// What is readable while something is there to be taken.
  func signal() -> Signal? {
    content.withLock { content in
      if content.isGone { return nil }
      if content.signal == nil {
        content.signal = Signal()
        content.isOn = false
        Self.show(&content)
      }
      return content.signal
    }
  }

  /// Turns the signal on if something is there. It stays on until somebody has found nothing: turning it off behind each
  /// message would take longer than most messages. No call of these waits.
  private static func show(_ content: inout Content) {
    guard let signal = content.signal, !content.isOn else { return }
    content.isOn = content.count > 0 || content.isBehind || content.hasEnded || content.isGone
    if content.isOn { signal.turnOn() }
  }

  private static func hide(_ content: inout Content) {
    guard let signal = content.signal, content.isOn else { return }
    content.isOn = false
    signal.turnOff()
  }

  private static func closeGap(_ content: inout Content) {
    guard content.first == content.entries.count || content.first > 256 && content.first > content.entries.count / 2
    else { return }
    content.entries.removeFirst(content.first)
    content.first = 0
    if content.entries.isEmpty, content.entries.capacity > 4_096 { content.entries = [] }
  }

  /// So that requests which come and go while nobody reads need no memory.
  private static func removeVoid(_ content: inout Content) {
    if content.void < 64 || content.void < content.count { return }
    let unread = content.unread
    content.entries.removeFirst(content.first)
    content.first = 0
    content.entries.removeAll { entry in
      if case .request(let number) = entry.kind { unread[number] == nil } else { false }
    }
    content.void = 0
  }
}
