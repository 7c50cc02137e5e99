import Colmeia
import Observation

/// A store for user interfaces: isolated to the main actor, and observable by key path.
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
/// When ``send(_:)`` returns, the action has been reduced, all values reflect it, and the observers of changed values
/// have been notified. This keeps text fields and animations in sync.
///
/// Changes by other threads and effects are shown in a later turn of the main actor, any number of them at once, or
/// before that when an action is sent, or a sheet is dismissed. In between, all values belong to the same state.
///
/// The view store retains the state that it shows. So the next change of an array in the state copies the array,
/// whereas an `EntityTable` copies only the path to the changed row. The state itself must not contain weak references,
/// only objects that do.
@MainActor @dynamicMemberLookup
public final class ViewStore<State: Sendable, Action: Sendable>: Identifiable, Observable {
  /// Distinguishes the features that may be shown in the same place. It is derived from the id of the state, if the
  /// feature is a row or may be absent, and has one.
  public nonisolated let id: ViewStoreID
  let shown: ShownState
  /// Sends an action to the store. Returns `nil` if the action was discarded, because another feature has taken the
  /// place of this one.
  let forward: (Action) -> Sent?
  /// Shows the newest state of the store, so that a feature that another thread has replaced is noticed.
  let catchUp: () -> Void

  init(_ shown: ShownState, id: ViewStoreID, _ catchUp: @escaping () -> Void, forward: @escaping (Action) -> Sent?) {
    (self.shown, self.id, self.catchUp, self.forward) = (shown, id, catchUp, forward)
  }

  @usableFromInline convenience init(_ source: Source, forward: @escaping (Action) -> Sent?) {
    self.init(source.shown, id: ViewStoreID(0), source.catchUp, forward: forward)
  }

  /// Creates a view store for a store, or for one feature in it.
  @inlinable public convenience init(_ store: some FeatureStore<State, Action>) {
    let states = store.source
    states.store.prepareToWait()
    let source = Source(store.state) { states.readBytes($0) }
    self.init(source) { action in source.send { store.send(action) } }
    source.connect { next, arrive in store.subscribe({ _ in next() }, receive: { _ in arrive() }) }
  }

  /// Sends an action to the store.
  ///
  /// When this method returns, the action has been reduced and is shown, with two exceptions. Inside the `onChange`
  /// closure of an observation, it is shown when the outer `send` returns. Inside a subscriber, an effect handler, a
  /// reporter or `withState` of the same store, it is shown in a later turn of the main actor. The latter also applies to actions
  /// that are sent while a subscriber is still running that another thread was already calling when this view store was
  /// created.
  ///
  /// The method waits for the current step of another thread and for readers, but never for subscribers or effects.
  ///
  /// It returns no value so that it can be the only expression of a closure: `Button("Load") { withAnimation {
  /// view.send(.load) } }`.
  public func send(_ action: Action) { _ = forward(action) }

  /// Sends an action, and waits until all effects and timers that it has started have ended, including those of the
  /// actions that these effects send. Long-lived effects are not included.
  ///
  /// ```swift
  /// .refreshable { await view.sendAndWait(.refresh) }
  /// ```
  public func sendAndWait(_ action: Action) async { await forward(action)?.finish() }

  /// The value at `path`. An observer that reads it is notified when it changes.
  ///
  /// - Complexity: For each change that is shown, one comparison for each observed value that was written or is computed.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    observe(path, .value) { $0 != $1 }
    return read(path)
  }

  /// The value at `path`, for paths that aren't a single property: `feed[\.picture?.name]` is observed alone, whereas
  /// `feed.picture?.name` observes the whole picture. Also for properties that the view store hides: `profile[\.id]`.
  public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value { self[dynamicMember: path] }

  /// The value in the state that is shown, or in the newest one, of which observers may still have to be notified.
  func read<Value>(_ path: KeyPath<State, Value>, newest: Bool = false) -> Value {
    (newest ? shown.newest : shown.value).place.assumingMemoryBound(to: State.self).pointee[keyPath: path]
  }

  /// Registers the observer that is currently tracking.
  func observe<Value>(
    _ path: KeyPath<State, Value>, _ aspect: PathKey.Aspect, differs: @escaping (Value, Value) -> Bool
  ) {
    shown.observe(PathKey(path, aspect)) { key in
      let property = ShownProperty(path)
      return ObservedPath(key, property.bytes) { differs(property.value(in: $0), property.value(in: $1)) }
    }
  }
}

/// Distinguishes features that are shown in the same place, one after the other.
public struct ViewStoreID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) { self.base = base }

  /// Returns whether both belong to the same feature.
  public static func == (left: Self, right: Self) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
