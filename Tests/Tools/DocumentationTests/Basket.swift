import ColmeiaTable

/// A feature that takes any of its states. The code that a test store suggests for each is compiled together with this
/// file.
struct Basket: Reducer {
  struct Line: Equatable, Identifiable, Sendable {
    let id: String
    var price: Int?
    var quantity = 1
    var notes: [String] = []
  }
  struct Payment: Equatable, Identifiable, Sendable {
    enum Phase: Equatable, Sendable { case idle, charging(attempt: Int) }
    let id: Int
    var amount = 10
    var phase = Phase.idle
  }
  struct Stop: Equatable, Sendable {
    var street: String
    var position: Place?
  }
  struct Place: Equatable, Sendable { var x = 0.0, y = 0.0 }
  struct Currency: Equatable, RawRepresentable, Sendable { let rawValue: String }
  struct Settings: Equatable, Sendable {
    var currency = Currency(rawValue: "EUR")
    var pause = Duration.seconds(1)
  }
  struct State: Equatable, Sendable {
    var lines: EntityTable = [Line(id: "a"), Line(id: "b"), Line(id: "c")]
    var payment: Payment?
    var stops = [Stop(street: "A street with a long name"), Stop(street: "Another street"), Stop(street: "A lane")]
    var counts: [Int: Int] = [1: 1, 2: 2]
    var places: [String: Place] = ["home": Place()]
    var settings = Settings()
  }
  enum Action: Sendable { case take(Int) }

  /// The states, each of which differs from the one before it.
  static let states: [State] = {
    var states = [State()]
    func append(_ change: (inout State) -> Void) {
      states.append(states[states.count - 1])
      change(&states[states.count - 1])
    }
    append { $0.lines.update("b") { ($0.price, $0.quantity) = (10, 4) } }
    append { $0.lines.update("b") { $0.notes = ["gift"] } }
    append { $0.payment = Payment(id: 1) }
    append { $0.payment?.phase = .charging(attempt: 1) }
    append { $0.payment = Payment(id: 2, amount: 20) }
    append { state in
      state.lines.remove(id: "a")
      state.lines.update("c") { $0.price = nil }
      state.lines.update("b") { $0.price = nil }
      state.lines.insert(Line(id: "first"), at: 0)
      state.lines.upsert(Line(id: "last", quantity: 2))
    }
    append { $0.lines = [] }
    append { $0.stops[1].street = "A new street" }
    append { $0.stops[2].position = Place(x: 1, y: 2) }
    append { $0.stops[2].position?.y = 3 }
    append { $0.stops.append(Stop(street: "The last")) }
    append { $0.stops.insert(Stop(street: "The second"), at: 1) }
    append { $0.stops.removeSubrange(1..<3) }
    append { $0.stops.remove(at: 0) }
    append { $0.counts = [2: 2, 3: 4] }
    append { $0.places["home"]?.x = 5 }
    append { $0.places["work"] = Place() }
    append { $0.settings.currency = Currency(rawValue: "BRL") }
    append { $0.settings.pause = .milliseconds(1_500) }
    return states
  }()

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .take(let place): state = Self.states[place]
    }
    return .none
  }
}
