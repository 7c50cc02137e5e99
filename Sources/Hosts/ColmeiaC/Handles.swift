import ColmeiaBase

/// The table of running apps. A handle combines a slot's index with the slot's generation, so that no handle is reused.
final class Handles: Sendable {
  /// The maximum number of apps at a time.
  static let limit = 65_536
  static let shared = Handles()

  private struct Slot {
    var generation: UInt32 = 1
    var session: Session?
  }

  private struct Content {
    var slots: [Slot] = []
    var free: [Int] = []
  }

  private let content = Guarded(Content())

  /// Adds the session that `make` returns, and returns its handle.
  ///
  /// - Throws: ``CreateError`` if the table is full; `make` is then not called.
  func add(_ make: () -> Session) throws(CreateError) -> UInt64 {
    guard let slot = takeSlot() else { throw CreateError(text: "there are already \(Self.limit) apps; destroy one") }
    let session = make()
    return content.withLock { content in
      content.slots[slot].session = session
      return UInt64(content.slots[slot].generation) << 32 | UInt64(slot + 1)
    }
  }

  private func takeSlot() -> Int? {
    content.withLock { content in
      if let slot = content.free.popLast() { return slot }
      if content.slots.count >= Self.limit { return nil }
      content.slots.append(Slot())
      return content.slots.count - 1
    }
  }

  subscript(_ handle: UInt64) -> Session? {
    content.withLock { content in Self.slot(handle, content).flatMap { content.slots[$0].session } }
  }

  /// Removes and returns the session of a handle, or returns `nil` if there is none.
  func remove(_ handle: UInt64) -> Session? {
    content.withLock { content in
      guard let slot = Self.slot(handle, content), let session = content.slots[slot].session.take() else { return nil }
      content.slots[slot].generation &+= 1
      // A slot whose generation has wrapped around to 0 is retired.
      if content.slots[slot].generation != 0 { content.free.append(slot) }
      return session
    }
  }

  private static func slot(_ handle: UInt64, _ content: borrowing Content) -> Int? {
    let slot = Int(handle & 0xFFFF_FFFF) - 1
    guard content.slots.indices.contains(slot), UInt64(content.slots[slot].generation) == handle >> 32 else {
      return nil
    }
    return slot
  }
}
