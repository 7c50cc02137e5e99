import ColmeiaWorld

/// An app that is only a reducer. Its effects end at once.
package struct ReducerApp<Root: Reducer>: RunnableApp
where Root.State: Codable, Root.Action: Codable, Root.Effect: Codable {
  package let name: String
  package let examples: [Root.Action]
  private let make: @Sendable () -> (Root.State, Root)

  private struct Handler: EffectHandler {
    func work(for effect: Root.Effect) -> Work<Root.Action> { .done }
  }

  package init(_ name: String, examples: [Root.Action] = [], _ make: @escaping @Sendable () -> (Root.State, Root)) {
    (self.name, self.examples, self.make) = (name, examples, make)
  }

  package func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Root> {
    let make = make
    return LocalWorld {
      let (state, reducer) = make()
      return Device(state, reducer, Handler())
    }
  }
}
