import Colmeia
import Observation

/// A store as a user interface sees it: confined to the main actor, observable key path by key path.
///
/// ```swift
/// struct FeedView: View {
///   let feed: ViewStore<Feed.State, Feed.Action>
///
///   var body: some View {
///     Text(feed.breed)                                              // drawn again when `breed` changes
///     TextField("Search", text: feed.binding(\.search, Feed.Action.search))
///     Button("Load") { withAnimation { feed.send(.load) } }
///   }
/// }
/// ```
///
/// When ``send(_:)`` returns, the action has been reduced, what is read here is new, and code that has read
/// something that changed has been told. So text fields keep their letters, and animations animate.
///
/// What other threads and effects change arrives in a later turn of the main actor, any number of changes
/// in one. Between two such turns everything that is read comes from one and the same state.
///
/// The view store keeps the state that it shows. An array in it is therefore copied at its next change;
/// an `EntityTable` copies only the way to the row.
@MainActor @dynamicMemberLookup
public final class ViewStore<State: Sendable, Action: Sendable>: Identifiable, Observable {
  /// Which of the features that may be shown in one place this one is: that of the state's own id, if it has one.
  public nonisolated let id: ViewStoreID
  let forward: (Action) -> Sent
  /// What is shown.
  var value: State
  /// What somebody reads.
  var paths: [PathKey: ObservedPath<State>] = [:]
  var children: [ChildKey: ShownPart<State>] = [:]

  init(_ value: State, id: ViewStoreID, forward: @escaping (Action) -> Sent) {
    self.value = value
    self.id = id
    self.forward = forward
  }

  /// Shows the state of a store, or of one feature in it.
  public convenience init(_ store: some FeatureStore<State, Action>) {
    let source = Source(store)
    self.init(store.state, id: ViewStoreID(0)) { source.send($0) }
    source.connect(to: self)
  }

  /// Sends an action to the store.
  ///
  /// When this returns, the action has been reduced and is shown. Two places are exceptions: inside an
  /// observation's `onChange`, it is shown when the outer `send` returns; inside a subscriber, an effect
  /// handler or `withState` of the same store, in a later turn of the main actor. So is what is sent before
  /// a subscriber has returned that another thread was calling when this view store was made.
  ///
  /// It waits for the step that another thread is at and for readers, never for subscribers or effects.
  /// Returns nothing, so that it can stand alone in a closure: `Button("Load") { withAnimation { view.send(.load) } }`.
  public func send(_ action: Action) { _ = forward(action) }

  /// Sends an action, and waits until what it has started is over: its effects and timers, and those of the actions that
  /// they sent. Long-lived effects are left out.
  ///
  /// ```swift
  /// .refreshable { await view.sendAndWait(.refresh) }
  /// ```
  public func sendAndWait(_ action: Action) async { await forward(action).finish() }

  /// The value at `path`. An observer that reads it is told when it changes.
  ///
  /// - Complexity: per change that is shown, one comparison for each path that somebody reads.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    observe(PathKey(path, .value)) { $0[keyPath: path] != $1[keyPath: path] }
    return value[keyPath: path]
  }
}

/// Tells two features apart that are shown in the same place, one after the other.
public struct ViewStoreID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) { self.base = base }

  /// Whether both belong to the same feature.
  public static func == (left: Self, right: Self) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

  /// Feeds the id to `hasher`.
  public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}
