/// All planted bugs, the length of the shortest failing program of each, and the searches that find it with default
/// settings.
enum Catalogue {
  /// The bugs whose repair is tested: all in a release build, every third in a debug build, which takes fifty times as
  /// long.
  static var repaired: [Planted] {
    #if DEBUG
      stride(from: 0, to: all.count, by: 3).map { all[$0] }
    #else
      all
    #endif
  }

  static let all: [Planted] = [
    Planted(LateAnswer.self, steps: 2, .random, .exhaustive),
    Planted(StuckSpinner.self, steps: 2, .random, .exhaustive),
    Planted(DoubleSubmit.self, steps: 2, .random, .exhaustive),
    Planted(KeptLike.self, steps: 2, .random, .exhaustive),
    Planted(RetryBesideLoad.self, steps: 2, .random, .exhaustive),
    Planted(StalePage.self, steps: 2, .random, .exhaustive),
    Planted(LeftAfterLogOut.self, steps: 4, .random, .exhaustive),
    Planted(DriftingCount.self, steps: 4, .random, .exhaustive),
    Planted(LostRedo.self, steps: 4, .random, .exhaustive),
    Planted(OlderQuery.self, steps: 5, .random, .exhaustive),
    Planted(RisenRow.self, steps: 2, .random, .exhaustive),
    Planted(TwoWriters.self, steps: 3, .random, .exhaustive),
    Planted(DoubledPages.self, steps: 2, .random, .exhaustive),
    Planted(DoubledAfterReconnect.self, steps: 4, .random, .exhaustive),
    Planted(Limit.self, steps: 6, .random, .exhaustive),
    Planted(KeptLock.self, steps: 2, .random, .exhaustive),
    Planted(ReducerOrder.self, steps: 1, .random, .exhaustive),
    Planted(CollidingIDs.self, steps: 4, .random, .exhaustive),
    Planted(OutlivingTimer.self, steps: 2, .random, .exhaustive),
    Planted(StarvedQueue.self, steps: 3, .random, .exhaustive),
    Planted(DeepProtocol.self, steps: 7, .random, .exhaustive),
    Planted(LimitOfTwenty.self, steps: 21, .random, .exhaustive),
    Planted(RingOfSixteen.self, steps: 17, .random),
    Planted(RolledBackEdit.self, steps: 3, .random, .exhaustive),
    Planted(TwoDownloads.self, steps: 2, .random, .exhaustive),
    Planted(ReorderedWrites.self, steps: 4, .random, .exhaustive),
    Planted(LostUpdate.self, steps: 1, .random, .exhaustive),
    Planted(EmptyList.self, steps: 1, .random, .exhaustive),
    Planted(OneInAHundredThousand.self, steps: 1, .exhaustive),
    Planted(TooLate.self, steps: 4, .random, .exhaustive),
    Planted(EndlessEffect.self, steps: 1, .random, .exhaustive),
    Planted(Oversold.self, steps: 2, .random, .exhaustive),
    Planted(StaleCache.self, steps: 2, .random, .exhaustive),
    Planted(DanglingSelection.self, steps: 5, .random, .exhaustive),
  ]
}
