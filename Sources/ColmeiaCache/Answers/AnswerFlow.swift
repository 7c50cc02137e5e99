import ColmeiaHTTP

/// What one call does with the cache and the network. A pure machine: it decides, and touches neither.
struct AnswerFlow: Sendable {
  /// What is to be done next.
  enum Step: Sendable, Equatable {
    /// Look what is kept, and say so with ``found(_:now:)``.
    case look
    /// Give this to who made the call, and say with ``told(_:)`` whether it could be read.
    case tell(AnswerRecord, age: Int)
    /// Ask the server, with these header fields besides.
    case ask(HTTPHeaders)
    /// Nothing.
    case end
  }

  private enum Phase: Sendable {
    /// Nothing has happened.
    case ready
    /// It is being looked up.
    case looking
    /// What is kept is being given.
    case telling(AnswerRecord)
    /// The server is being asked, with what is kept at hand.
    case asking(AnswerRecord?)
    /// It is over, without the server.
    case over
  }

  private let use: CacheUse
  private let isReading: Bool
  private var phase = Phase.ready

  /// - Parameter request: One that has conditions of its own, or wants a part, is not for a cache.
  init(_ use: CacheUse, _ request: HTTPRequest) {
    self.use = Self.isWhole(request) ? use : .networkOnly
    isReading = request.method == .get || request.method == .head
  }

  /// What is kept, and may be confirmed by an answer.
  var known: AnswerRecord? { if case .asking(let record) = phase { record } else { nil } }

  mutating func begin() -> Step {
    guard case .ready = phase else { return .end }
    if use == .networkOnly { return ask(nil) }
    phase = .looking
    return .look
  }

  /// - Parameter now: Seconds since 1970.
  mutating func found(_ record: AnswerRecord?, now: Int) -> Step {
    guard case .looking = phase else { return .end }
    guard let record, let age = record.age(now), isUsable(record.control, age) else { return ask(record) }
    phase = .telling(record)
    return .tell(record, age: age)
  }

  mutating func told(_ wasReadable: Bool) -> Step {
    guard case .telling(let record) = phase else { return .end }
    // What this version of the app cannot read, no confirmation makes readable.
    if !wasReadable { return ask(nil) }
    if use == .both { return ask(record) }
    phase = .over
    return .end
  }

  /// ``CacheUse/both`` shows what is too old as well, since it says how old, and asks anyway.
  private func isUsable(_ control: CacheControl, _ age: Int) -> Bool {
    !control.noCache && (use == .both || age <= control.maxAge ?? .max)
  }

  private mutating func ask(_ record: AnswerRecord?) -> Step {
    let conditions = isReading ? record?.conditions ?? [:] : [:]
    phase = .asking(conditions.fields.isEmpty ? nil : record)
    return .ask(conditions)
  }

  /// Whether a request is for all of something, whatever it is.
  static func isWhole(_ request: HTTPRequest) -> Bool {
    !["Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"].contains {
      request.headers[$0] != nil
    }
  }
}

/// What an answer of the server means for what is kept.
enum AnswerVerdict: Sendable, Equatable {
  /// Keep it.
  case keep(AnswerRecord)
  /// It says that what is kept is still good; keep it as from now on, if it may be.
  case confirmed(AnswerRecord, keeps: Bool)
  /// What is kept is not to be used any more.
  case forget
  /// Nothing.
  case nothing

  /// What it is judged by.
  struct Rules: Sendable {
    /// Whether the call wants its answer kept.
    var saves: Bool
    /// Whether there is an account whose it is.
    var isOwned: Bool
    /// Seconds since 1970.
    var now: Int
  }

  /// - Parameters:
  ///   - known: What was sent the conditions of.
  ///   - isGood: Whether the call takes the answer for success, and can read it.
  static func of(
    _ response: HTTPResponse, known: AnswerRecord?, _ rules: Rules, isGood: (HTTPResponse) -> Bool
  ) -> AnswerVerdict {
    if response.status == 304, let known {
      let record = known.confirmed(by: response, now: rules.now)
      return .confirmed(record, keeps: mayKeep(record.control, rules))
    }
    // An owner that may no longer see it, or has been told that it is gone, is not shown it again.
    if [401, 403, 404, 410].contains(response.status) { return .forget }
    guard rules.saves, (200..<300).contains(response.status), response.status != 206, isGood(response) else {
      return .nothing
    }
    let isAnyForm = response.headers.values(of: "Vary").contains { $0.contains("*") }
    let record = AnswerRecord(response, now: rules.now)
    return mayKeep(CacheControl(response.headers), rules) && !isAnyForm ? .keep(record) : .forget
  }

  private static func mayKeep(_ control: CacheControl, _ rules: Rules) -> Bool {
    !control.noStore && (rules.isOwned || !control.isPrivate)
  }
}
