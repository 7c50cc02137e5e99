import ColmeiaBase

/// A reducer that contains itself, for states that do, such as folders. It is made when it is used for the first time.
///
/// ```swift
/// struct Folder: Reducer {
///   let folders = ChildRows(\State.folders, Recursive { Folder() }, Action.folder, Effect.folder)
///   init() {}  // written out, because the line above uses it
///   ...
/// }
/// ```
///
/// A reducer type that occurs below itself has the same children at every level.
public struct Recursive<Base: Reducer>: Reducer, ReducerWrapper {
  /// The state of the base reducer.
  public typealias State = Base.State
  /// The actions of the base reducer.
  public typealias Action = Base.Action
  /// The effects of the base reducer.
  public typealias Effect = Base.Effect
  /// The outputs of the base reducer.
  public typealias Output = Base.Output

  private final class Made: Sendable {
    let base: Base
    init(_ base: Base) { self.base = base }
  }

  private final class Maker: Sendable {
    let make: @Sendable () -> Base
    let made = Guarded<Made?>(nil)
    init(_ make: @escaping @Sendable () -> Base) { self.make = make }
  }

  private let maker: Maker

  /// Creates a reducer that is made when it is used for the first time.
  public init(_ make: @escaping @Sendable () -> Base) { maker = Maker(make) }

  /// The reducer.
  public var base: Base {
    maker.made.withLock { made in
      let new = made ?? Made(maker.make())
      made = new
      return new.base
    }
  }

  package var wrapped: any Reducer { base }

  /// Reduces the action with the base reducer.
  public func reduce(into state: inout State, action: Action) -> Effects { base.reduce(into: &state, action: action) }

  /// Returns the long-lived effects of the base reducer.
  public func longLived(in state: State) -> Base.LongLived { base.longLived(in: state) }
}
