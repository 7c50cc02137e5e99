/// One thing a reducer asks for: run an effect, or cancel what runs.
public struct Command<Effect> {
  /// What is to be done.
  public enum Operation {
    /// Run the effect under the command's id.
    case run(Effect, Policy, Start)
    /// Cancel what waits, runs or is queued under the command's id.
    case cancel
    /// Cancel everything that was started in the scope of the command's id, and below.
    case cancelAll
  }

  /// What is to be done.
  public let operation: Operation
  /// To what; an empty name is an effect that has no id.
  public let id: EffectID

  @inlinable init(_ operation: Operation, _ id: EffectID) {
    self.operation = operation
    self.id = id
  }

  @inlinable func map<Parent>(_ embed: (Effect) -> Parent, _ scope: EffectScope) -> Command<Parent> {
    let id = EffectID(id.name, in: scope)
    switch operation {
    case .run(let effect, let policy, let start):
      return Command<Parent>(.run(embed(effect), policy, start), id)
    case .cancel: return Command<Parent>(.cancel, id)
    case .cancelAll: return Command<Parent>(.cancelAll, id)
    }
  }
}

extension Command: Sendable where Effect: Sendable {}
extension Command.Operation: Sendable where Effect: Sendable {}
extension Command: Equatable where Effect: Equatable {}
extension Command.Operation: Equatable where Effect: Equatable {}
extension Command: Codable where Effect: Codable {}
extension Command.Operation: Codable where Effect: Codable {}
