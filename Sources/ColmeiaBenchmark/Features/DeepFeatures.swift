import Colmeia

/// A value that can be created without arguments.
protocol Blank: Sendable { init() }

/// A feature that can be contained in another one.
protocol Nestable: Reducer, Blank where State: Blank, Output == Never {}

/// A feature that starts an effect, alone or nested in others, and its handler. The innermost one answers immediately.
protocol Answered: Nestable {
  associatedtype Handler: EffectHandler<Effect, Action>, Blank
  /// An action of the innermost feature that starts an effect.
  static var now: Action { get }
}

extension Echo: Answered {
  typealias Handler = Echo
  static var now: Action { .now }
}

/// A feature that contains another one. The reducers of apps are too large to be inlined in one another, and inlining
/// twenty of these would take the compiler minutes.
struct Deep<Inner: Answered>: Answered {
  struct State: Blank { var title = longText(1), isOpen = true, child = Inner.State() }
  // Actions and effects aren't enums, because the compiler (6.3) runs out of memory for enums with two cases that are
  // nested this deeply.
  struct Action: Sendable { let child: Inner.Action }
  struct Effect: Equatable, Sendable { let child: Inner.Effect }
  struct Handler: EffectHandler, Blank {
    let feature = Deep(), inner = Inner.Handler()
    @inline(never) func work(for effect: Effect) -> Work<Action> { feature.child.work(for: effect.child, by: inner) }
  }
  let child = Child(\State.child, Inner(), Action.init, Effect.init)
  static var now: Action { Action(child: Inner.now) }
  @inline(never) func reduce(into state: inout State, action: Action) -> Effects { child.reduce(&state, action.child) }
}

typealias Deep1 = Deep<Echo>
typealias Deep5<Inner: Answered> = Deep<Deep<Deep<Deep<Deep<Inner>>>>>
typealias Deep10 = Deep5<Deep5<Echo>>
typealias Deep20 = Deep5<Deep5<Deep10>>

// A store calls its handler through a protocol, and so wouldn't specialize a generic one. The handlers of apps aren't
// generic.

struct Handler1: EffectHandler {
  let handler = Deep1.Handler()
  func work(for effect: Deep1.Effect) -> Work<Deep1.Action> { handler.work(for: effect) }
}

struct Handler10: EffectHandler {
  let handler = Deep10.Handler()
  func work(for effect: Deep10.Effect) -> Work<Deep10.Action> { handler.work(for: effect) }
}

struct Handler20: EffectHandler {
  let handler = Deep20.Handler()
  func work(for effect: Deep20.Effect) -> Work<Deep20.Action> { handler.work(for: effect) }
}
