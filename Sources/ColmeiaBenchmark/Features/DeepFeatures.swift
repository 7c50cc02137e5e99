import Colmeia

// Twenty features, each around the one before, by hand: a generic one would be slow where the types of an app are not. Actions have
// one case each, because the compiler (6.3) takes all memory for enums of two cases that are nested so deep. `now` is an action of
// the innermost feature that has an effect.

struct Deep1: Reducer {
  struct State: Sendable { var title = longText(1), isOpen = true, child = Echo.State() }
  enum Action: Sendable { case child(Echo.Action) }
  enum Effect: Equatable, Sendable { case child(Echo.Effect) }
  static var now: Action { .child(.now) }
  let child = Child(\State.child, Echo(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep2: Reducer {
  struct State: Sendable { var title = longText(2), isOpen = true, child = Deep1.State() }
  enum Action: Sendable { case child(Deep1.Action) }
  enum Effect: Equatable, Sendable { case child(Deep1.Effect) }
  static var now: Action { .child(Deep1.now) }
  let child = Child(\State.child, Deep1(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep3: Reducer {
  struct State: Sendable { var title = longText(3), isOpen = true, child = Deep2.State() }
  enum Action: Sendable { case child(Deep2.Action) }
  enum Effect: Equatable, Sendable { case child(Deep2.Effect) }
  static var now: Action { .child(Deep2.now) }
  let child = Child(\State.child, Deep2(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep4: Reducer {
  struct State: Sendable { var title = longText(4), isOpen = true, child = Deep3.State() }
  enum Action: Sendable { case child(Deep3.Action) }
  enum Effect: Equatable, Sendable { case child(Deep3.Effect) }
  static var now: Action { .child(Deep3.now) }
  let child = Child(\State.child, Deep3(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep5: Reducer {
  struct State: Sendable { var title = longText(5), isOpen = true, child = Deep4.State() }
  enum Action: Sendable { case child(Deep4.Action) }
  enum Effect: Equatable, Sendable { case child(Deep4.Effect) }
  static var now: Action { .child(Deep4.now) }
  let child = Child(\State.child, Deep4(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep6: Reducer {
  struct State: Sendable { var title = longText(6), isOpen = true, child = Deep5.State() }
  enum Action: Sendable { case child(Deep5.Action) }
  enum Effect: Equatable, Sendable { case child(Deep5.Effect) }
  static var now: Action { .child(Deep5.now) }
  let child = Child(\State.child, Deep5(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep7: Reducer {
  struct State: Sendable { var title = longText(7), isOpen = true, child = Deep6.State() }
  enum Action: Sendable { case child(Deep6.Action) }
  enum Effect: Equatable, Sendable { case child(Deep6.Effect) }
  static var now: Action { .child(Deep6.now) }
  let child = Child(\State.child, Deep6(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep8: Reducer {
  struct State: Sendable { var title = longText(8), isOpen = true, child = Deep7.State() }
  enum Action: Sendable { case child(Deep7.Action) }
  enum Effect: Equatable, Sendable { case child(Deep7.Effect) }
  static var now: Action { .child(Deep7.now) }
  let child = Child(\State.child, Deep7(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep9: Reducer {
  struct State: Sendable { var title = longText(9), isOpen = true, child = Deep8.State() }
  enum Action: Sendable { case child(Deep8.Action) }
  enum Effect: Equatable, Sendable { case child(Deep8.Effect) }
  static var now: Action { .child(Deep8.now) }
  let child = Child(\State.child, Deep8(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep10: Reducer {
  struct State: Sendable { var title = longText(10), isOpen = true, child = Deep9.State() }
  enum Action: Sendable { case child(Deep9.Action) }
  enum Effect: Equatable, Sendable { case child(Deep9.Effect) }
  static var now: Action { .child(Deep9.now) }
  let child = Child(\State.child, Deep9(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep11: Reducer {
  struct State: Sendable { var title = longText(11), isOpen = true, child = Deep10.State() }
  enum Action: Sendable { case child(Deep10.Action) }
  enum Effect: Equatable, Sendable { case child(Deep10.Effect) }
  static var now: Action { .child(Deep10.now) }
  let child = Child(\State.child, Deep10(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep12: Reducer {
  struct State: Sendable { var title = longText(12), isOpen = true, child = Deep11.State() }
  enum Action: Sendable { case child(Deep11.Action) }
  enum Effect: Equatable, Sendable { case child(Deep11.Effect) }
  static var now: Action { .child(Deep11.now) }
  let child = Child(\State.child, Deep11(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep13: Reducer {
  struct State: Sendable { var title = longText(13), isOpen = true, child = Deep12.State() }
  enum Action: Sendable { case child(Deep12.Action) }
  enum Effect: Equatable, Sendable { case child(Deep12.Effect) }
  static var now: Action { .child(Deep12.now) }
  let child = Child(\State.child, Deep12(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep14: Reducer {
  struct State: Sendable { var title = longText(14), isOpen = true, child = Deep13.State() }
  enum Action: Sendable { case child(Deep13.Action) }
  enum Effect: Equatable, Sendable { case child(Deep13.Effect) }
  static var now: Action { .child(Deep13.now) }
  let child = Child(\State.child, Deep13(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep15: Reducer {
  struct State: Sendable { var title = longText(15), isOpen = true, child = Deep14.State() }
  enum Action: Sendable { case child(Deep14.Action) }
  enum Effect: Equatable, Sendable { case child(Deep14.Effect) }
  static var now: Action { .child(Deep14.now) }
  let child = Child(\State.child, Deep14(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep16: Reducer {
  struct State: Sendable { var title = longText(16), isOpen = true, child = Deep15.State() }
  enum Action: Sendable { case child(Deep15.Action) }
  enum Effect: Equatable, Sendable { case child(Deep15.Effect) }
  static var now: Action { .child(Deep15.now) }
  let child = Child(\State.child, Deep15(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep17: Reducer {
  struct State: Sendable { var title = longText(17), isOpen = true, child = Deep16.State() }
  enum Action: Sendable { case child(Deep16.Action) }
  enum Effect: Equatable, Sendable { case child(Deep16.Effect) }
  static var now: Action { .child(Deep16.now) }
  let child = Child(\State.child, Deep16(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep18: Reducer {
  struct State: Sendable { var title = longText(18), isOpen = true, child = Deep17.State() }
  enum Action: Sendable { case child(Deep17.Action) }
  enum Effect: Equatable, Sendable { case child(Deep17.Effect) }
  static var now: Action { .child(Deep17.now) }
  let child = Child(\State.child, Deep17(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep19: Reducer {
  struct State: Sendable { var title = longText(19), isOpen = true, child = Deep18.State() }
  enum Action: Sendable { case child(Deep18.Action) }
  enum Effect: Equatable, Sendable { case child(Deep18.Effect) }
  static var now: Action { .child(Deep18.now) }
  let child = Child(\State.child, Deep18(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}

struct Deep20: Reducer {
  struct State: Sendable { var title = longText(20), isOpen = true, child = Deep19.State() }
  enum Action: Sendable { case child(Deep19.Action) }
  enum Effect: Equatable, Sendable { case child(Deep19.Effect) }
  static var now: Action { .child(Deep19.now) }
  let child = Child(\State.child, Deep19(), Action.child, Effect.child)
  var children: Children { [child] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .child(let action): child.reduce(&state, action)
    }
  }
}
