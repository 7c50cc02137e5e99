/// One thing that a reducer returns: an effect to run, something to cancel, or something to tell.
public struct EffectCommand<Effect, Output> {
  /// What is to be done.
  public enum Operation {
    /// Run the effect under the command's id.
    case run(Effect, Policy, EffectStart)
    /// Cancel what waits, runs or is queued under the command's id.
    case cancel
    /// Cancel everything that was started in the scope of the command's id, and below.
    case cancelAll
    /// Tell the parent something, which it reduces in the same step.
    case output(Output)
    /// What a child, in the scope of the command's id, has told its parent, which has reduced it already.
    indirect case heard(ChildOutput)
  }

  /// What is to be done.
  public let operation: Operation
  /// To what; an empty name is an effect that has no id.
  public let id: EffectID

  @inlinable init(_ operation: Operation, _ id: EffectID) {
    (self.operation, self.id) = (operation, id)
  }
}

/// An output of a child, for those who watch: traces and test stores.
public struct ChildOutput: Sendable, Equatable, CustomStringConvertible {
  /// What the child told its parent.
  public let value: any Sendable & Equatable
  @inlinable init(_ value: any Sendable & Equatable) { self.value = value }

  /// Whether both tell the same.
  public static func == (left: Self, right: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.value as? Value }
    return isEqual(left.value)
  }
  /// The output's own text.
  public var description: String { String(describing: value) }
}

extension EffectCommand: Sendable where Effect: Sendable, Output: Sendable {}
extension EffectCommand.Operation: Sendable where Effect: Sendable, Output: Sendable {}
extension EffectCommand: Equatable where Effect: Equatable, Output: Equatable {}
extension EffectCommand.Operation: Equatable where Effect: Equatable, Output: Equatable {
  /// Whether both do the same.
  ///
  /// Written by hand: the synthesised one asks the runtime for the payload's type at each call.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.run(let left, let leftPolicy, let leftStart), .run(let right, let rightPolicy, let rightStart)):
      left == right && leftPolicy == rightPolicy && leftStart == rightStart
    case (.cancel, .cancel), (.cancelAll, .cancelAll): true
    case (.output(let left), .output(let right)): left == right
    case (.heard(let left), .heard(let right)): left == right
    default: false
    }
  }
}
