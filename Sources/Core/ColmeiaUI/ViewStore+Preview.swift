import Colmeia

extension ViewStore {
  /// Returns a view store for previews, which shows a fixed state. Sent actions have no effect.
  ///
  /// ```swift
  /// #Preview { FeedView(feed: .preview(Feed.State(breed: "husky"))) }
  /// ```
  public static func preview(_ state: State) -> ViewStore { ViewStore(Store(state, Still<State, Action>())) }

  /// Returns a view store for previews whose feature runs, with fixed results for its effects.
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
  ///   - state: The initial state.
  ///   - reducer: The reducer of the feature.
  ///   - answer: Returns the action with which an effect answers immediately, or `nil` for none.
  public static func preview<R: Reducer<State, Action, Effect>, Effect>(
    _ state: State, _ reducer: R, answer: @escaping @Sendable (Effect) -> Action? = { _ in nil }
  ) -> ViewStore {
    ViewStore(Store(state, reducer, FixedAnswers(answers: answer)))
  }
}

/// A reducer that ignores all actions.
private struct Still<State: Sendable, Action: Sendable>: Reducer {
  func reduce(into state: inout State, action: Action) -> Effects { .none }
}

/// A handler that answers effects immediately.
private struct FixedAnswers<Effect: Sendable & Equatable, Action: Sendable>: EffectHandler {
  let answers: @Sendable (Effect) -> Action?
  func work(for effect: Effect) -> Work<Action> { answers(effect).map(Work.action) ?? .done }
}
