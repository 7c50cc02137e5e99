import ColmeiaBase
import ColmeiaFrontEnds

/// The queue of messages from an app to its host.
final class Outbox: MessageCarrier {
  /// The capacity of the queue. Above it, news is dropped.
  struct Limits: Sendable {
    var messages = 10_000
    var bytes = 16 << 20
  }

  /// The result of taking a message.
  enum Taken: Equatable {
    case message(String)
    /// The queue is empty, and news was dropped since the whole state was last sent.
    case behind
    case nothing, ended, destroyed
  }

  private struct Entry {
    var text: String
    var kind: MessageDelivery
  }

  private struct Content {
    var entries: [Entry] = []
    /// The index of the first entry that has not been taken.
    var first = 0
    var bytes = 0
    /// The lengths in bytes of the requests for effects that the host has not taken, by number. Request entries with
    /// any other number are void.
    var unread: [UInt64: Int] = [:]
    var void = 0
    var isBehind = false
    var hasEnded = false
    var isDestroyed = false
    var signal: Signal?
    var isOn = false

    /// The number of pending messages.
    var count: Int { entries.count - first - void }
  }

  private let limits: Limits
  private let content = Guarded(Content())

  init(_ limits: Limits) { self.limits = limits }

  /// The number of stored entries, including void ones.
  var entryCount: Int { content.withLock { $0.entries.count } }

  func takesNews() -> Bool {
    content.withLock { content in
      if content.isDestroyed || content.hasEnded { return false }
      if content.isBehind || isFull(content) {
        content.isBehind = true
        Self.show(&content)
        return false
      }
      return true
    }
  }

  /// Whether the host has destroyed the handle.
  var isDestroyed: Bool { content.withLock { $0.isDestroyed } }

  /// Whether news was dropped since the whole state was last sent.
  var isBehind: Bool { content.withLock { $0.isBehind } }

  /// Whether the queue is at its capacity, so that the host's messages are refused.
  var isFull: Bool { content.withLock { isFull($0) } }

  private func isFull(_ content: borrowing Content) -> Bool {
    content.count >= limits.messages || content.bytes >= limits.bytes
  }

  func send(_ text: String, _ kind: MessageDelivery) { append(text, kind, isLast: false) }

  private func append(_ text: String, _ kind: MessageDelivery, isLast: Bool) {
    content.withLock { content in
      if content.isDestroyed || content.hasEnded { return }
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

  /// Turns the signal off, although news was dropped, until there is news again.
  func rest() { content.withLock { if $0.count == 0, !$0.hasEnded, !$0.isDestroyed { Self.hide(&$0) } } }

  /// Appends the last message.
  func end(_ text: String) { append(text, .needed, isLast: true) }

  /// Discards all messages after the host has destroyed the handle.
  func destroy() {
    // Released outside the lock, because this may close the descriptors.
    let old = content.withLock { content in
      content.isDestroyed = true
      Self.show(&content)
      let old = (content.entries, content.signal)
      (content.entries, content.first, content.void, content.bytes) = ([], 0, 0, 0)
      (content.unread, content.signal) = ([:], nil)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Takes the next message.
  func next() -> Taken {
    content.withLock { content in
      if content.isDestroyed { return .destroyed }
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

  /// Returns the signal that is on while a message can be taken, or `nil` if there is none.
  func signal() -> Signal? {
    content.withLock { content in
      if content.isDestroyed { return nil }
      if content.signal == nil {
        content.signal = Signal()
        content.isOn = false
        Self.show(&content)
      }
      return content.signal
    }
  }

  /// Turns the signal on if there is something to take. It stays on until ``next()`` has found nothing, because turning
  /// it off after each message would take longer than handling most messages. The system calls of the signal don't
  /// block.
  private static func show(_ content: inout Content) {
    guard let signal = content.signal, !content.isOn else { return }
    content.isOn = content.count > 0 || content.isBehind || content.hasEnded || content.isDestroyed
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

  /// Removes void entries, so that requests that are cancelled before the host takes them don't accumulate.
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
