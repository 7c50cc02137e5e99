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
/// All view stores of a store show the same state. They also show at once what is sent to the store itself on the main actor,
/// unless another thread is calling subscribers at that moment; then, they show it as soon as one of them is read.
///
/// Changes by other threads and effects are shown in a later turn of the main actor, any number of them at once, or
/// before that when an action is sent, or a sheet is dismissed. In between, all values belong to the same state.
///
/// A view store of a feature or row that has ended shows its last state. Nothing else remains of it.
///
/// The view store retains the state that it shows. So the next change of an array in the state copies the array,
/// whereas an `EntityTable` copies only the path to the changed row.
@MainActor @dynamicMemberLookup
public final class ViewStore<State: Sendable, Action: Sendable>: Identifiable, Observable {
  /// Distinguishes the features that may be shown in the same place. It is derived from the id of the state, if the
  /// feature is a row or may be absent, and has one.
  public nonisolated let id: ViewStoreID
  /// What the store itself shows. Only view stores retain it.
  let root: Root
  let shown: Shown<State>
  /// Sends an action to the store. Returns `nil` if the action was discarded, because another feature has taken the
  /// place of this one.
  let forward: (Action) -> Sent?
  private let released: ReleasedRows?

  init(
    _ shown: Shown<State>, _ root: Root, id: ViewStoreID, released: ReleasedRows? = nil,
    forward: @escaping (Action) -> Sent?
  ) {
    (self.shown, self.root, self.id, self.released, self.forward) = (shown, root, id, released, forward)
  }

  deinit { released?.add() }

  @usableFromInline convenience init(_ source: StateSource<State>, _ send: @escaping (Display, Action) -> Sent?) {
    let root = Display.root(source)
    self.init(root.shown, root, id: ViewStoreID(0)) { [display = root.display] in send(display, $0) }
  }

  /// Creates a view store for a store, or for one feature in it.
  @inlinable public convenience init(_ store: some FeatureStore<State, Action>) {
    // A closure that is created here can be specialized for the store.
    self.init(store.source) { display, action in display.send { store.send(action) } }
  }

  /// Sends an action to the store.
  ///
  /// When this method returns, the action has been reduced and is shown, with two exceptions. Inside the `onChange`
  /// closure of an observation, it is shown when the outer `send` returns. Inside `withState` of the same store, it is shown
  /// in a later turn of the main actor, or when a view store is read after it.
  ///
  /// The method waits for the current step of another thread and for readers, but never for subscribers or effects.
  ///
  /// It returns no value so that it can be the only expression of a closure: `Button("Load") { withAnimation {
  /// view.send(.load) } }`.
  public func send(_ action: Action) { _ = forward(action) }

  /// Sends an action, and waits until all effects and timers that it has started have ended, including those of the
  /// actions that these effects send. Long-lived effects are not included. Their results are shown.
  ///
  /// ```swift
  /// .refreshable { await view.sendAndWait(.refresh) }
  /// ```
  public func sendAndWait(_ action: Action) async {
    await forward(action)?.finish()
    root.display.catchUp()
  }

  /// The value at `path`. An observer that reads it is notified when it changes.
  ///
  /// - Complexity: For each change that is shown, one comparison for each observed value, however many observers it has.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    observed(path, .value, { !isUnchanged($0, $1) })
  }

  /// The value at `path`, for paths that aren't a single property: `feed[\.picture?.name]` is observed alone, whereas
  /// `feed.picture?.name` observes the whole picture. Also for properties that the view store hides: `profile[\.id]`.
  public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value { self[dynamicMember: path] }

  /// Returns the value at `path`. Registers the observer that is currently tracking.
  func observed<Value>(
    _ path: KeyPath<State, Value>, _ aspect: PathKey.Aspect,
    _ differs: @autoclosure () -> (_ old: Value, _ new: Value) -> Bool
  ) -> Value {
    root.display.keepUp()
    shown.observe(PathKey(path: path, aspect: aspect)) {
      let differs = differs()
      return ObservedPath { [unowned shown] in
        differs(shown.value.state[keyPath: path], shown.newest.state[keyPath: path])
      }
    }
    return shown.value.state[keyPath: path]
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
