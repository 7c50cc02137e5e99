/// A table of downloads in flight and the callers that wait for them. A pure state machine that identifies both by
/// number.
struct TransferTable<Outcome: Sendable>: Sendable {
  /// What a caller has to do.
  enum Join: Sendable {
    /// Start this download and wait.
    case begin(transfer: Int, waiter: Int)
    /// Wait: the download is already in flight.
    case wait(waiter: Int)
    /// Use this outcome: the download has finished and is only being stored.
    case completed(Outcome)
  }

  private enum Phase: Sendable {
    /// The download is in flight. The waiters are in order of arrival.
    case wanted(waiters: [Int])
    /// The download has finished, and its result is being stored.
    case completed(Outcome)
  }

  private struct Transfer: Sendable {
    var number: Int
    var phase: Phase
  }

  private var transfers: [String: Transfer] = [:]
  /// The key of the download that each caller is waiting for.
  private var keys: [Int: String] = [:]
  private var lastNumber = 0

  /// Returns the number of callers that are waiting for a key.
  func waiterCount(_ key: String) -> Int { waiters(key).count }

  /// Adds a caller for a key.
  ///
  /// - Complexity: O(1), amortized.
  mutating func join(_ key: String) -> Join {
    lastNumber += 1
    let waiter = lastNumber
    switch transfers[key]?.phase {
    case .completed(let result): return .completed(result)
    case .wanted:
      add(waiter, key)
      return .wait(waiter: waiter)
    case nil:
      lastNumber += 1
      transfers[key] = Transfer(number: lastNumber, phase: .wanted(waiters: []))
      add(waiter, key)
      return .begin(transfer: lastNumber, waiter: waiter)
    }
  }

  /// Removes a caller that no longer waits.
  ///
  /// - Returns: The number of the download to cancel, or `nil` if other callers are still waiting. After a
  ///   cancellation, the next call starts a new download.
  /// - Complexity: O(*n*), where *n* is the number of callers that wait for the key.
  mutating func leave(_ waiter: Int) -> Int? {
    guard let key = keys.removeValue(forKey: waiter), let transfer = transfers[key] else { return nil }
    var left = waiters(key)
    left.removeAll { $0 == waiter }
    transfers[key]?.phase = .wanted(waiters: left)
    guard left.isEmpty else { return nil }
    transfers[key] = nil
    return transfer.number
  }

  /// Returns the callers to notify of the progress of a download, or none if it was cancelled.
  func listeners(_ key: String, transfer: Int) -> [Int] { transfers[key]?.number == transfer ? waiters(key) : [] }

  /// Records the result of a download. Returns the callers to resume, or `nil` if the download was cancelled and its
  /// result must not be stored.
  mutating func complete(_ key: String, transfer: Int, _ result: Outcome) -> [Int]? {
    guard transfers[key]?.number == transfer else { return nil }
    let waiters = waiters(key)
    for waiter in waiters { keys[waiter] = nil }
    transfers[key]?.phase = .completed(result)
    return waiters
  }

  /// Removes a download after its result has been stored.
  mutating func end(_ key: String, transfer: Int) {
    if transfers[key]?.number == transfer { transfers[key] = nil }
  }

  private func waiters(_ key: String) -> [Int] {
    if case .wanted(let waiters) = transfers[key]?.phase { waiters } else { [] }
  }

  private mutating func add(_ waiter: Int, _ key: String) {
    keys[waiter] = key
    guard var transfer = transfers.removeValue(forKey: key), case .wanted(var waiters) = transfer.phase else { return }
    // Take the array out of the table while it grows: a shared one would be copied for each caller.
    transfer.phase = .wanted(waiters: [])
    waiters.append(waiter)
    transfer.phase = .wanted(waiters: waiters)
    transfers[key] = transfer
  }
}

extension TransferTable.Join: Equatable where Outcome: Equatable {}
