@testable import Colmeia

extension EffectList {
  /// What a child at the end of this way would have made its parents ask for, for tests that write no reducer for it.
  ///
  /// - Parameter isThere: whether the child at the end of a way exists in the state of the root.
  func lift<State>(
    in keys: [ScopeKey], _ state: State.Type,
    isThere: @escaping @Sendable (State, EffectScope) -> Bool = { _, _ in true }
  ) -> Self {
    var outer = EffectScope.root
    for end in keys.indices.reversed() {
      let way = EffectScope(Array(keys[...end]))
      let child = ChildDeclaration(
        keys[end].description, State.self, State.self, isConditional: true, isKeyed: false, childNames: { nil }
      ) { parent, body in
        let root = parent.assumingMemoryBound(to: State.self).pointee
        body(isThere(root, way) ? parent : nil, nil)
      }
      outer = EffectScope(node: .init(keys[end], outer.node, child))
    }
    return Self(
      commands.map { command in
        var steps = command.id.scope.keys.isEmpty ? nil : command.id.scope.node
        for key in outer.nodes.reversed() { steps = .init(key.key, steps, key.child) }
        return EffectCommand(command.operation, EffectID(command.id.name, in: EffectScope(node: steps)))
      })
  }
}

extension EffectScope {
  var nodes: [Node] {
    var nodes: [Node] = []
    var node = self.node
    while let step = node {
      nodes.append(step)
      node = step.inner
    }
    return nodes
  }
}

extension EffectList<String, Never> {
  /// What a child of ``Obedient`` would have made it ask for.
  func lift(in keys: ScopeKey...) -> Self { lift(in: keys) }

  func lift(in keys: [ScopeKey]) -> Self {
    lift(in: keys, Obedient.State.self) { state, way in
      !state.gone.contains { way.description == $0 || way.description.hasPrefix("\($0)/") }
    }
  }
}

extension Machine<Obedient> {
  /// A machine whose children are made up by the test.
  init(effectLimit: Int = 1_000_000) {
    self.init(Obedient.State(), Obedient(), effectLimit: effectLimit)
    table.childrenOfRoot = nil
  }
}
