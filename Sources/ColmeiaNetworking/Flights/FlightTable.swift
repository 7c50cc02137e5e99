/// Who waits for which download. A pure machine; it knows tasks and callers by numbers only.
struct FlightTable<Outcome: Sendable>: Sendable {
  /// What one who asks has to do.
  enum Join: Sendable {
    /// Begin this download, and wait.
    case begin(flight: Int, waiter: Int)
    /// Wait; somebody else has begun.
    case wait(waiter: Int)
    /// Nothing: the download is over, and only being written to disk.
    case settled(Outcome)
  }

  private enum Phase: Sendable {
    /// Somebody waits for it; the numbers in the order in which they came.
    case wanted(waiters: [Int])
    /// It has a result, which is being kept.
    case settled(Outcome)
  }

  private struct Flight: Sendable {
    var number: Int
    var phase: Phase
  }

  private var flights: [String: Flight] = [:]
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
    switch flights[key]?.phase {
    case .settled(let result): return .settled(result)
    case .wanted:
      add(waiter, key)
      return .wait(waiter: waiter)
    case nil:
      lastNumber += 1
      flights[key] = Flight(number: lastNumber, phase: .wanted(waiters: []))
      add(waiter, key)
      return .begin(flight: lastNumber, waiter: waiter)
    }
  }

  /// Somebody does not wait any more. Answers the download to cancel, if nobody does; who asks later begins another.
  ///
  /// - Complexity: O(callers of the key).
  mutating func leave(_ waiter: Int) -> Int? {
    guard let key = keys.removeValue(forKey: waiter), let flight = flights[key] else { return nil }
    var left = waiters(key)
    left.removeAll { $0 == waiter }
    flights[key]?.phase = .wanted(waiters: left)
    guard left.isEmpty else { return nil }
    flights[key] = nil
    return flight.number
  }

  /// Who is to hear of the progress of a download; nobody, once it is cancelled.
  func listeners(_ key: String, flight: Int) -> [Int] { flights[key]?.number == flight ? waiters(key) : [] }

  /// A download has a result. Answers who is to have it; `nil` if it was cancelled before, and nothing is to be kept.
  mutating func settle(_ key: String, flight: Int, _ result: Outcome) -> [Int]? {
    guard flights[key]?.number == flight else { return nil }
    let waiters = waiters(key)
    for waiter in waiters { keys[waiter] = nil }
    flights[key]?.phase = .settled(result)
    return waiters
  }

  /// What a download brought is kept: it is over.
  mutating func land(_ key: String, flight: Int) {
    if flights[key]?.number == flight { flights[key] = nil }
  }

  private func waiters(_ key: String) -> [Int] {
    if case .wanted(let waiters) = flights[key]?.phase { waiters } else { [] }
  }

  private mutating func add(_ waiter: Int, _ key: String) {
    keys[waiter] = key
    guard var flight = flights.removeValue(forKey: key), case .wanted(var waiters) = flight.phase else { return }
    // Not shared while it grows, or each caller would copy it.
    flight.phase = .wanted(waiters: [])
    waiters.append(waiter)
    flight.phase = .wanted(waiters: waiters)
    flights[key] = flight
  }
}

extension FlightTable.Join: Equatable where Outcome: Equatable {}
