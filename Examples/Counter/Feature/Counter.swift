import Colmeia

/// A counter whose number can be factored into primes.
package struct Counter: Reducer {
  package struct State: Equatable, Codable, Sendable {
    package var count = 0
    package var factors: [Int]?
    package var isFactoring = false
    package init() {}
  }

  package enum Action: Equatable, Codable, Sendable {
    case add(Int), factor, factored([Int])
    enum CodingKeys: String, CodingKey, CaseIterable { case add, factor, factored }
  }
  package enum Effect: Equatable, Codable, Sendable {
    case factor(Int)
    enum CodingKeys: String, CodingKey, CaseIterable { case factor }
  }
  enum ID: String { case factor }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add(let step):
      state.count += step
      state.factors = nil
      state.isFactoring = false
      return .cancel(ID.factor)
    case .factor:
      state.isFactoring = true
      return .run(.factor(state.count), id: ID.factor, .replace)
    case .factored(let factors):
      state.factors = factors
      state.isFactoring = false
      return .none
    }
  }
}

/// Carries out the counter's effects.
package struct CounterHandler: EffectHandler {
  package init() {}

  package func work(for effect: Counter.Effect) -> Work<Counter.Action> {
    switch effect {
    case .factor(let number): .answer { .factored(await factors(of: number)) }
    }
  }

  private nonisolated(nonsending) func factors(of number: Int) async -> [Int] {
    var (rest, divisor, factors) = (number, 2, [Int]())
    while rest > 1, !Task.isCancelled {
      if rest % divisor == 0 { factors.append(divisor) }
      if rest % divisor == 0 { rest /= divisor } else { divisor += 1 }
      await Task.yield()
    }
    return factors
  }
}
