import Colmeia

// Twenty nested features and their handlers. Protocol extensions contain their behavior. The types are concrete,
// because generic types would be slower than the types of an app.

/// A state that can be created without arguments.
protocol Blank: Sendable { init() }

/// A wrapper for an action or an effect of the inner feature. It isn't an enum, because the compiler (6.3) runs out of
/// memory for enums with two cases that are nested this deeply.
protocol Around<Inner>: Sendable {
  associatedtype Inner
  init(child: Inner)
  var child: Inner { get }
}

/// A feature that can be nested in another one.
protocol Nestable: Reducer where State: Blank, Output == Never {
  init()
  /// An action of the innermost feature that starts an effect.
  static var now: Action { get }
}

extension Echo: Nestable { static var now: Action { .now } }

/// A feature that contains another one.
protocol Level<Inner>: Nestable where Action: Around<Inner.Action>, Effect: Around<Inner.Effect> {
  associatedtype Inner: Nestable
  var child: Child<State, Action, Effect, Inner> { get }
}

extension Level {
  static var now: Action { Action(child: Inner.now) }
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects { child.reduce(&state, action.child) }
}

/// A handler that contains the handler of the inner feature. The innermost one answers immediately.
protocol LevelHandler<Feature>: EffectHandler where Effect == Feature.Effect, Action == Feature.Action {
  associatedtype Feature: Level
  associatedtype Inner: EffectHandler<Feature.Inner.Effect, Feature.Inner.Action>
  var feature: Feature { get }
  var inner: Inner { get }
}

extension LevelHandler {
  func work(for effect: Feature.Effect) -> Work<Feature.Action> {
    feature.child.work(for: effect.child, by: inner)
  }
}

struct Deep1: Level {
  struct State: Blank { var title = longText(1), isOpen = true, child = Echo.State() }
  struct Action: Around { let child: Echo.Action }
  struct Effect: Around, Equatable { let child: Echo.Effect }
  struct Handler: LevelHandler { let feature = Deep1(), inner = Echo() }
  let child = Child(\State.child, Echo(), Action.init, Effect.init)
}

struct Deep2: Level {
  struct State: Blank { var title = longText(2), isOpen = true, child = Deep1.State() }
  struct Action: Around { let child: Deep1.Action }
  struct Effect: Around, Equatable { let child: Deep1.Effect }
  struct Handler: LevelHandler { let feature = Deep2(), inner = Deep1.Handler() }
  let child = Child(\State.child, Deep1(), Action.init, Effect.init)
}

struct Deep3: Level {
  struct State: Blank { var title = longText(3), isOpen = true, child = Deep2.State() }
  struct Action: Around { let child: Deep2.Action }
  struct Effect: Around, Equatable { let child: Deep2.Effect }
  struct Handler: LevelHandler { let feature = Deep3(), inner = Deep2.Handler() }
  let child = Child(\State.child, Deep2(), Action.init, Effect.init)
}

struct Deep4: Level {
  struct State: Blank { var title = longText(4), isOpen = true, child = Deep3.State() }
  struct Action: Around { let child: Deep3.Action }
  struct Effect: Around, Equatable { let child: Deep3.Effect }
  struct Handler: LevelHandler { let feature = Deep4(), inner = Deep3.Handler() }
  let child = Child(\State.child, Deep3(), Action.init, Effect.init)
}

struct Deep5: Level {
  struct State: Blank { var title = longText(5), isOpen = true, child = Deep4.State() }
  struct Action: Around { let child: Deep4.Action }
  struct Effect: Around, Equatable { let child: Deep4.Effect }
  struct Handler: LevelHandler { let feature = Deep5(), inner = Deep4.Handler() }
  let child = Child(\State.child, Deep4(), Action.init, Effect.init)
}

struct Deep6: Level {
  struct State: Blank { var title = longText(6), isOpen = true, child = Deep5.State() }
  struct Action: Around { let child: Deep5.Action }
  struct Effect: Around, Equatable { let child: Deep5.Effect }
  struct Handler: LevelHandler { let feature = Deep6(), inner = Deep5.Handler() }
  let child = Child(\State.child, Deep5(), Action.init, Effect.init)
}

struct Deep7: Level {
  struct State: Blank { var title = longText(7), isOpen = true, child = Deep6.State() }
  struct Action: Around { let child: Deep6.Action }
  struct Effect: Around, Equatable { let child: Deep6.Effect }
  struct Handler: LevelHandler { let feature = Deep7(), inner = Deep6.Handler() }
  let child = Child(\State.child, Deep6(), Action.init, Effect.init)
}

struct Deep8: Level {
  struct State: Blank { var title = longText(8), isOpen = true, child = Deep7.State() }
  struct Action: Around { let child: Deep7.Action }
  struct Effect: Around, Equatable { let child: Deep7.Effect }
  struct Handler: LevelHandler { let feature = Deep8(), inner = Deep7.Handler() }
  let child = Child(\State.child, Deep7(), Action.init, Effect.init)
}

struct Deep9: Level {
  struct State: Blank { var title = longText(9), isOpen = true, child = Deep8.State() }
  struct Action: Around { let child: Deep8.Action }
  struct Effect: Around, Equatable { let child: Deep8.Effect }
  struct Handler: LevelHandler { let feature = Deep9(), inner = Deep8.Handler() }
  let child = Child(\State.child, Deep8(), Action.init, Effect.init)
}

struct Deep10: Level {
  struct State: Blank { var title = longText(10), isOpen = true, child = Deep9.State() }
  struct Action: Around { let child: Deep9.Action }
  struct Effect: Around, Equatable { let child: Deep9.Effect }
  struct Handler: LevelHandler { let feature = Deep10(), inner = Deep9.Handler() }
  let child = Child(\State.child, Deep9(), Action.init, Effect.init)
}

struct Deep11: Level {
  struct State: Blank { var title = longText(11), isOpen = true, child = Deep10.State() }
  struct Action: Around { let child: Deep10.Action }
  struct Effect: Around, Equatable { let child: Deep10.Effect }
  struct Handler: LevelHandler { let feature = Deep11(), inner = Deep10.Handler() }
  let child = Child(\State.child, Deep10(), Action.init, Effect.init)
}

struct Deep12: Level {
  struct State: Blank { var title = longText(12), isOpen = true, child = Deep11.State() }
  struct Action: Around { let child: Deep11.Action }
  struct Effect: Around, Equatable { let child: Deep11.Effect }
  struct Handler: LevelHandler { let feature = Deep12(), inner = Deep11.Handler() }
  let child = Child(\State.child, Deep11(), Action.init, Effect.init)
}

struct Deep13: Level {
  struct State: Blank { var title = longText(13), isOpen = true, child = Deep12.State() }
  struct Action: Around { let child: Deep12.Action }
  struct Effect: Around, Equatable { let child: Deep12.Effect }
  struct Handler: LevelHandler { let feature = Deep13(), inner = Deep12.Handler() }
  let child = Child(\State.child, Deep12(), Action.init, Effect.init)
}

struct Deep14: Level {
  struct State: Blank { var title = longText(14), isOpen = true, child = Deep13.State() }
  struct Action: Around { let child: Deep13.Action }
  struct Effect: Around, Equatable { let child: Deep13.Effect }
  struct Handler: LevelHandler { let feature = Deep14(), inner = Deep13.Handler() }
  let child = Child(\State.child, Deep13(), Action.init, Effect.init)
}

struct Deep15: Level {
  struct State: Blank { var title = longText(15), isOpen = true, child = Deep14.State() }
  struct Action: Around { let child: Deep14.Action }
  struct Effect: Around, Equatable { let child: Deep14.Effect }
  struct Handler: LevelHandler { let feature = Deep15(), inner = Deep14.Handler() }
  let child = Child(\State.child, Deep14(), Action.init, Effect.init)
}

struct Deep16: Level {
  struct State: Blank { var title = longText(16), isOpen = true, child = Deep15.State() }
  struct Action: Around { let child: Deep15.Action }
  struct Effect: Around, Equatable { let child: Deep15.Effect }
  struct Handler: LevelHandler { let feature = Deep16(), inner = Deep15.Handler() }
  let child = Child(\State.child, Deep15(), Action.init, Effect.init)
}

struct Deep17: Level {
  struct State: Blank { var title = longText(17), isOpen = true, child = Deep16.State() }
  struct Action: Around { let child: Deep16.Action }
  struct Effect: Around, Equatable { let child: Deep16.Effect }
  struct Handler: LevelHandler { let feature = Deep17(), inner = Deep16.Handler() }
  let child = Child(\State.child, Deep16(), Action.init, Effect.init)
}

struct Deep18: Level {
  struct State: Blank { var title = longText(18), isOpen = true, child = Deep17.State() }
  struct Action: Around { let child: Deep17.Action }
  struct Effect: Around, Equatable { let child: Deep17.Effect }
  struct Handler: LevelHandler { let feature = Deep18(), inner = Deep17.Handler() }
  let child = Child(\State.child, Deep17(), Action.init, Effect.init)
}

struct Deep19: Level {
  struct State: Blank { var title = longText(19), isOpen = true, child = Deep18.State() }
  struct Action: Around { let child: Deep18.Action }
  struct Effect: Around, Equatable { let child: Deep18.Effect }
  struct Handler: LevelHandler { let feature = Deep19(), inner = Deep18.Handler() }
  let child = Child(\State.child, Deep18(), Action.init, Effect.init)
}

struct Deep20: Level {
  struct State: Blank { var title = longText(20), isOpen = true, child = Deep19.State() }
  struct Action: Around { let child: Deep19.Action }
  struct Effect: Around, Equatable { let child: Deep19.Effect }
  struct Handler: LevelHandler { let feature = Deep20(), inner = Deep19.Handler() }
  let child = Child(\State.child, Deep19(), Action.init, Effect.init)
}
