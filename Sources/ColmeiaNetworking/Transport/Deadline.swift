/// Does `work`, and answers `nil` when `limit` has passed on the clock before it is done.
///
/// The work is cancelled then, and waited for: it must end soon after it is cancelled.
nonisolated(nonsending) func within<Success: Sendable, Failure: Error>(
  _ limit: Duration, on clock: any Clock<Duration>,
  _ work: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success? {
  let result = await withTaskGroup(of: Result<Success, Failure>?.self) { group in
    group.addTask {
      do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
    // Ends early when the group is cancelled, and then the work has the last word.
    group.addTask {
      try? await clock.sleep(for: limit)
      return nil
    }
    let first = await group.next() ?? nil
    let isOver = !Task.isCancelled
    group.cancelAll()
    if first != nil || isOver { return first }
    return await group.next() ?? nil
  }
  return try result?.get()
}
