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
    Planted(LateAnswer.self, steps: 2, .chance, .exhaustively),
    Planted(StuckSpinner.self, steps: 2, .chance, .exhaustively),
    Planted(DoubleSubmit.self, steps: 2, .chance, .exhaustively),
    Planted(KeptLike.self, steps: 2, .chance, .exhaustively),
    Planted(RetryBesideLoad.self, steps: 2, .chance, .exhaustively),
    Planted(StalePage.self, steps: 2, .chance, .exhaustively),
    Planted(LeftAfterLogOut.self, steps: 4, .chance, .exhaustively),
    Planted(DriftingCount.self, steps: 4, .chance, .exhaustively),
    Planted(LostRedo.self, steps: 4, .chance, .exhaustively),
    Planted(OlderQuery.self, steps: 5, .chance, .exhaustively),
    Planted(RisenRow.self, steps: 2, .chance, .exhaustively),
    Planted(TwoWriters.self, steps: 3, .chance, .exhaustively),
    Planted(DoubledPages.self, steps: 2, .chance, .exhaustively),
    Planted(DoubledAfterReconnect.self, steps: 4, .chance, .exhaustively),
    Planted(Limit.self, steps: 6, .chance, .exhaustively),
    Planted(KeptLock.self, steps: 2, .chance, .exhaustively),
    Planted(ReducerOrder.self, steps: 1, .chance, .exhaustively),
    Planted(CollidingIDs.self, steps: 4, .chance, .exhaustively),
    Planted(OutlivingTimer.self, steps: 2, .chance, .exhaustively),
    Planted(StarvedQueue.self, steps: 3, .chance, .exhaustively),
    Planted(DeepProtocol.self, steps: 7, .chance, .exhaustively),
    Planted(LimitOfTwenty.self, steps: 21, .chance, .exhaustively),
    Planted(RingOfSixteen.self, steps: 17, .chance),
    Planted(RolledBackEdit.self, steps: 3, .chance, .exhaustively),
    Planted(TwoDownloads.self, steps: 2, .chance, .exhaustively),
    Planted(ReorderedWrites.self, steps: 4, .chance, .exhaustively),
    Planted(LostUpdate.self, steps: 1, .chance, .exhaustively),
    Planted(EmptyList.self, steps: 1, .chance, .exhaustively),
    Planted(OneInAHundredThousand.self, steps: 1, .exhaustively),
    Planted(TooLate.self, steps: 4, .chance, .exhaustively),
    Planted(EndlessEffect.self, steps: 1, .chance, .exhaustively),
    Planted(Oversold.self, steps: 2, .chance, .exhaustively),
    Planted(StaleCache.self, steps: 2, .chance, .exhaustively),
    Planted(DanglingSelection.self, steps: 5, .chance, .exhaustively),
  ]
}
