/// Runs `body` in a task of its own. It has no task-local values: a store's own task serves everyone, so it must not carry
/// those of whoever happened to need it first.
@discardableResult @usableFromInline package func runDetached(
  _ executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Void
) -> Task<Void, Never> { Task.detached(executorPreference: executor) { await body() } }
