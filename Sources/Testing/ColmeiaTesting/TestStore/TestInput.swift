import Colmeia

/// One step of a test.
@usableFromInline enum TestInput<R: Reducer> {
  case send(R.Action)
  case answer(R.Effect, Int, R.Action)
  case resolve(R.Effect, Int, R.Action)
  case finish(R.Effect, Int)
  case advance(Duration)
}

extension TestInput {
  /// The effect that the step refers to, and its index among equal running effects.
  var effect: (value: R.Effect, index: Int)? {
    switch self {
    case .send, .advance: nil
    case .answer(let effect, let index, _), .resolve(let effect, let index, _): (effect, index)
    case .finish(let effect, let index): (effect, index)
    }
  }

  @usableFromInline var action: R.Action? {
    switch self {
    case .send(let action), .answer(_, _, let action), .resolve(_, _, let action): action
    case .finish, .advance: nil
    }
  }

  var endsEffect: Bool {
    switch self {
    case .answer, .finish: true
    case .send, .resolve, .advance: false
    }
  }

  /// The step as it is written in the test.
  var text: String {
    func call(_ name: String, _ effect: R.Effect, _ index: Int, _ action: R.Action?) -> String {
      let position = index == 0 ? "" : ", at: \(index)"
      let with = action.map { ", with: \(TestText.short($0))" } ?? ""
      return "\(name)(\(TestText.short(effect))\(position)\(with))"
    }
    return switch self {
    case .send(let action): "send(\(TestText.short(action)))"
    case .answer(let effect, let index, let action): call("answer", effect, index, action)
    case .resolve(let effect, let index, let action): call("resolve", effect, index, action)
    case .finish(let effect, let index): call("finish", effect, index, nil)
    case .advance(let duration): "advance(by: \(TestText.code(duration)))"
    }
  }
}

/// The effects that a step started, delayed, cancelled and ignored, or is expected to.
@usableFromInline struct EffectChanges<Effect: Sendable & Equatable>: Sendable {
  @usableFromInline var started: [Effect]
  @usableFromInline var waiting: [Effect]
  @usableFromInline var cancelled: [Effect]
  /// Explains why an expected effect has not started. It is not compared.
  @usableFromInline var ignored: [Effect] = []

  @inlinable init(_ started: [Effect] = [], waiting: [Effect] = [], cancelled: [Effect] = []) {
    self.started = started
    self.waiting = waiting
    self.cancelled = cancelled
  }

  @inlinable mutating func removeAll() {
    if !started.isEmpty { started.removeAll(keepingCapacity: true) }
    if !waiting.isEmpty { waiting.removeAll(keepingCapacity: true) }
    if !cancelled.isEmpty { cancelled.removeAll(keepingCapacity: true) }
    if !ignored.isEmpty { ignored.removeAll(keepingCapacity: true) }
  }

  /// Returns whether the changes are the expected ones. The order of cancellations is ignored.
  @inlinable func matches(_ expected: Self) -> Bool {
    started == expected.started && waiting == expected.waiting
      && (cancelled == expected.cancelled || cancelled.hasSameElements(as: expected.cancelled))
  }
}

extension EffectChanges {
  /// Returns whether these changes contain all expected ones, in any order.
  func include(_ expected: Self) -> Bool {
    expected.started.without(started).isEmpty && expected.waiting.without(waiting).isEmpty
      && expected.cancelled.without(cancelled).isEmpty
  }
}

extension Array where Element: Equatable {
  /// Returns this array without one equal element for each element of `others`.
  @usableFromInline func without(_ others: [Element]) -> [Element] {
    var rest = self
    for other in others {
      if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
    }
    return rest
  }

  @usableFromInline func hasSameElements(as others: [Element]) -> Bool {
    count == others.count && without(others).isEmpty
  }
}
