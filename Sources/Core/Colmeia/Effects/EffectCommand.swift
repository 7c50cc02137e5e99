/// One command that a reducer returns: an effect to run, effects to cancel, or an output.
public struct EffectCommand<Effect, Output> {
  /// The kind of a command, with its payload.
  public enum Operation {
    /// Run the effect under the command's id.
    case run(Effect, Policy, EffectStart)
    /// Cancel the waiting, running and queued effects of the command's id.
    case cancel
    /// Cancel everything that was started in the scope of the command's id or below it.
    case cancelAll
    /// Send an output to the parent, which reduces it in the same step.
    case output(Output)
    /// An output that a child, in the scope of the command's id, has sent. Its parent has already reduced it.
    case childOutput(ChildOutput)
    /// An action was ignored, because its child, in the scope of the command's id, doesn't exist.
    case absentChild
  }

  /// The kind of the command, with its payload.
  public let operation: Operation
  /// The id that the command applies to. The name is empty for an effect without an id.
  public let id: EffectID

  @inlinable init(_ operation: Operation, _ id: EffectID) { (self.operation, self.id) = (operation, id) }
}

/// The type-erased output of a child, for observers such as traces and test stores.
public struct ChildOutput: Sendable, Equatable, CustomStringConvertible {
  /// The output that the child sent to its parent.
  public let value: any Sendable & Equatable
  @inlinable init(_ value: any Sendable & Equatable) { self.value = value }

  /// Returns whether both outputs have the same type and value.
  public static func == (left: Self, right: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.value as? Value }
    return isEqual(left.value)
  }
  /// The textual representation of the output.
  public var description: String { String(describing: value) }
}

extension EffectCommand: Sendable where Effect: Sendable, Output: Sendable {}
extension EffectCommand.Operation: Sendable where Effect: Sendable, Output: Sendable {}
extension EffectCommand: Equatable where Effect: Equatable, Output: Equatable {}
extension EffectCommand.Operation: Equatable where Effect: Equatable, Output: Equatable {}
