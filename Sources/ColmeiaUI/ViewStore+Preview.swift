import Colmeia

extension ViewStore {
  /// A view store for previews: it shows `state`, and nothing that is sent changes it.
  ///
  /// ```swift
  /// #Preview { FeedView(feed: .preview(Feed.State(breed: "husky"))) }
  /// ```
  public static func preview(_ state: State) -> ViewStore { ViewStore(Store(state, Still<State, Action>())) }

  /// A view store for previews whose feature lives, in a world of fixed answers.
  ///
  /// ```swift
  /// #Preview {
  ///   FeedView(feed: .preview(Feed.State(), Feed()) { effect in
  ///     switch effect {
  ///     case .fetch(let breed): .loaded(["\(breed).jpg"])
  ///     }
  ///   })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state at the beginning.
  ///   - reducer: The feature.
  ///   - answer: What comes of an effect, at once; `nil` for nothing.
  public static func preview<R: Reducer<State, Action, Effect>, Effect>(
    _ state: State, _ reducer: R, answer: @escaping @Sendable (Effect) -> Action? = { _ in nil }
  ) -> ViewStore {
    ViewStore(Store(state, reducer, FixedAnswers(answers: answer)))
  }
}

/// Nothing happens.
private struct Still<State: Sendable, Action: Sendable>: Reducer {
  func reduce(into state: inout State, action: Action) -> Effects { .none }
}

/// A world in which every effect has its answer.
private struct FixedAnswers<Effect: Sendable & Equatable, Action: Sendable>: EffectHandler {
  let answers: @Sendable (Effect) -> Action?
  func work(for effect: Effect) -> Work<Action> { answers(effect).map(Work.action) ?? .done }
}
