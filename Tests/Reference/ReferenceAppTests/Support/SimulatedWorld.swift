import TestSupport

@testable import ReferenceApp

/// A simulation of the app with a server and a token store that respond with any possible outcome, in any order.
/// Effects may continue for a while after they were cancelled.
struct SimulatedWorld: ~Copyable {
  private var machine: Machine<AppReducer>
  private var random: SplitMix
  private var running: [(id: RequestID, effect: AppReducer.Effect)] = []
  /// The account whose token is stored.
  private(set) var stored: Account?

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    stored = Bool.random(using: &random) ? Account(email: "stored@example.com") : nil
    machine = Machine(AppReducer.State(), AppReducer())
  }

  var state: AppReducer.State { machine.state }
  var effects: [AppReducer.Effect] { running.filter { machine.isLive($0.id) }.map(\.effect) }
  var isAtRest: Bool { machine.pending == 0 }

  /// Performs one random event: a user action, or progress of an effect.
  mutating func step() {
    if running.isEmpty || Bool.random(using: &random) {
      machine.send(userAction())
    } else {
      let index = Int.random(in: running.indices, using: &random)
      let (id, effect) = running[index]
      if case .feed(.load(let breed)) = effect, Int.random(in: 0..<3, using: &random) == 0 {
        // Cached images arrive first, followed by the server's response.
        machine.resolve(id, .feed(.cached(breed, [], age: 7)))
        return
      }
      running.remove(at: index)
      if let action = outcome(of: effect) { machine.answer(id, action) } else { machine.finish(id) }
    }
    for case .start(let id, let effect) in machine.requests { running.append((id, effect)) }
    machine.requests.removeAll()
  }

  private mutating func userAction() -> AppReducer.Action {
    random.pick([
      .auth(.restore), .auth(.typed("a@b.c")), .auth(.typed("d@e.f")), .auth(.typed("")), .auth(.submit),
      .auth(.submit), .auth(.cancelSignUp), .auth(.signOut), .auth(.sessionExpired), .auth(.retry),
      .feed(.load(.husky)), .feed(.load(.pug)), .feed(.retry), .open("/feed?category=hound&id=1"), .open("/"),
      .select(.profile), .dismissLinkFailure,
    ])
  }

  /// Applies a random outcome of an effect, and returns its action, if any.
  private mutating func outcome(of effect: AppReducer.Effect) -> AppReducer.Action? {
    let goesWell = Int.random(in: 0..<3, using: &random) > 0
    switch effect {
    case .auth(.restore): return .auth(goesWell ? .restored(stored) : .restoreFailed(.damaged))
    case .auth(.signUp(let email)):
      guard goesWell else { return .auth(.signUpFailed(.request(.offline))) }
      let account = Account(email: email.rawValue)
      stored = account
      return .auth(.signedUp(account))
    case .auth(.forget):
      guard goesWell else { return .auth(.forgetFailed(.denied)) }
      stored = nil
      return nil
    case .feed(.load(let breed)):
      return .feed(goesWell ? .loaded(breed, []) : .failed(breed, random.pick([.offline, .status(401)])))
    case .feed(.picture(let image)): return .feed(.picture(.loaded(image, bytes: 7)))
    case .members, .events, .chat, .profile, .news, .shots, .album: return nil
    }
  }
}
