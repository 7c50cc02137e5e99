/// Which callers wait for which download. A pure machine; it knows tasks and callers by numbers only.
struct TransferTable<Outcome: Sendable>: Sendable {
  /// What one who asks has to do.
  enum Join: Sendable {
    /// Begin this download, and wait.
    case begin(transfer: Int, waiter: Int)
    /// Wait; somebody else has begun.
    case wait(waiter: Int)
    /// Nothing: the download is over, and only being written to disk.
    case completed(Outcome)
  }

  private enum Phase: Sendable {
    /// Somebody waits for it; the numbers in the order in which they came.
    case wanted(waiters: [Int])
    /// It has a result, which is being kept.
    case completed(Outcome)
  }

  private struct Transfer: Sendable {
    var number: Int
    var phase: Phase
  }

  private var transfers: [String: Transfer] = [:]
  /// The key of the download that a caller waits for.
  private var keys: [Int: String] = [:]
  private var lastNumber = 0

  /// How many callers wait for a key.
  func waiterCount(_ key: String) -> Int { waiters(key).count }

  /// Somebody asks for a key.
  ///
  /// - Complexity: O(1), amortised.
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

  /// A caller no longer waits. Returns the download to cancel, if no other caller waits; a later call starts a new one.
  ///
  /// - Complexity: O(callers of the key).
  mutating func leave(_ waiter: Int) -> Int? {
    guard let key = keys.removeValue(forKey: waiter), let transfer = transfers[key] else { return nil }
    var left = waiters(key)
    left.removeAll { $0 == waiter }
    transfers[key]?.phase = .wanted(waiters: left)
    guard left.isEmpty else { return nil }
    transfers[key] = nil
    return transfer.number
  }

  /// Who is to hear of the progress of a download; nobody, once it is cancelled.
  func listeners(_ key: String, transfer: Int) -> [Int] { transfers[key]?.number == transfer ? waiters(key) : [] }

  /// A download has a result. Answers who is to have it; `nil` if it was cancelled before, and nothing is to be kept.
  mutating func complete(_ key: String, transfer: Int, _ result: Outcome) -> [Int]? {
    guard transfers[key]?.number == transfer else { return nil }
    let waiters = waiters(key)
    for waiter in waiters { keys[waiter] = nil }
    transfers[key]?.phase = .completed(result)
    return waiters
  }

  /// What a download brought is kept: it is over.
  mutating func end(_ key: String, transfer: Int) {
    if transfers[key]?.number == transfer { transfers[key] = nil }
  }

  private func waiters(_ key: String) -> [Int] {
    if case .wanted(let waiters) = transfers[key]?.phase { waiters } else { [] }
  }

  private mutating func add(_ waiter: Int, _ key: String) {
    keys[waiter] = key
    guard var transfer = transfers.removeValue(forKey: key), case .wanted(var waiters) = transfer.phase else { return }
    // Not shared while it grows, or each caller would copy it.
    transfer.phase = .wanted(waiters: [])
    waiters.append(waiter)
    transfer.phase = .wanted(waiters: waiters)
    transfers[key] = transfer
  }
}

extension TransferTable.Join: Equatable where Outcome: Equatable {}
