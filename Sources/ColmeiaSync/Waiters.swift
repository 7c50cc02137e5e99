import Synchronization

/// Continuations that wait for one event, in order. Each is identified by a number.
@usableFromInline package struct Waiters: Sendable {
  @usableFromInline package typealias Continuation = UnsafeContinuation<Void, Never>

  /// The continuations. One that was resumed individually leaves a hole, so that later ones don't move.
  private var entries: [(number: UInt64, continuation: Continuation?)] = []
  private var places: [UInt64: Int] = [:]

  private static let newest = Atomic<UInt64>(0)
  /// Returns a unique number.
  package static func nextNumber() -> UInt64 { newest.wrappingAdd(1, ordering: .relaxed).newValue }

  @usableFromInline package init() {}

  package var isEmpty: Bool { places.isEmpty }
  /// The number of entries, including holes.
  package var placeCount: Int { entries.count }

  package mutating func add(_ continuation: Continuation, _ number: UInt64) {
    places[number] = entries.count
    entries.append((number, continuation))
  }

  /// Resumes one continuation, if it still waits.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func resume(_ number: UInt64) {
    guard let place = places.removeValue(forKey: number) else { return }
    entries[place].continuation.take()?.resume()
    if entries.count > 2 * places.count + 16 { closeHoles() }
  }

  /// Resumes all continuations, in order.
  package consuming func resumeAll() {
    for entry in entries { entry.continuation?.resume() }
  }

  private mutating func closeHoles() {
    entries.removeAll { $0.continuation == nil }
    for (place, entry) in entries.enumerated() { places[entry.number] = place }
  }
}
