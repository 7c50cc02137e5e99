/// One line of a scenario about faults.
public enum FaultCommand: Sendable, Equatable {
  /// Something goes wrong from now on.
  case add(FaultRule)
  /// The back end is reachable again; other rules stay.
  case online
  /// Nothing goes wrong any more.
  case clear
}

extension FaultCommand {
  /// Reads what stands behind the word `fault`:
  ///
  /// ```
  /// status 503 2 times on "GET /feed"
  /// delay 200ms..1s
  /// cut 1 times on "/images/*"
  /// offline
  /// online
  /// clear
  /// ```
  ///
  /// `N times` and `on "METHOD /path"` may be left out. Durations are whole numbers of `ms`, `s` or `min`, an hour at
  /// most.
  ///
  /// - Complexity: O(length).
  public init(parsing text: String) throws(FaultCommandError) {
    var words = FaultWords(text)
    switch words.next() {
    case "clear": self = .clear
    case "online": self = .online
    case "offline": self = .add(try words.rule(.offline))
    case "cut": self = .add(try words.rule(.cut))
    case "status": self = .add(try words.rule(.status(try words.status())))
    case "delay": self = .add(try words.rule(.delay(try words.durations())))
    case let word: throw .unknownFault(word ?? "")
    }
    if let word = words.next() { throw .unexpected(word) }
  }
}
