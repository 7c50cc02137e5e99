import Colmeia

/// Rows for an action, its effect, and the action with which that is answered.
func effects() -> [Row] {
  @Sendable func saving(wasOpen: Bool) -> Row.Body {
    let store = App.store(wasOpen: wasOpen)
    return { n in for _ in 0..<n { store.send(.events(.save)) } }
  }
  @Sendable func local(_ answer: FeedHandler.Answer) -> Row.Body {
    let executor = LocalExecutor()
    let store = Store(BreedFeed.State(), BreedFeed(), FeedHandler(answer: answer), executor: executor)
    return { n in
      for _ in 0..<n {
        store.send(.load("husky"))
        executor.run()
      }
    }
  }
  @Sendable func bare(suspends: Bool) -> Row.Body {
    let executor = LocalExecutor()
    let feed = HandWrittenFeed()
    return { n in
      for _ in 0..<n {
        let number = feed.load("husky").number
        Task(executorPreference: executor) {
          if suspends { await Task.yield() }
          feed.loaded(FeedHandler.images, number)
        }
        executor.run()
      }
    }
  }
  @Sendable func byHand() -> Row.Body {
    let feed = HandWrittenFeed()
    return { n in for _ in 0..<n { feed.loaded(FeedHandler.images, feed.load("husky").number) } }
  }
  return [
    // The multiples of the mutex are those of the store before its locks, on a machine where a mutex takes 17 ns. They are
    // missed. The same by hand takes nine mutexes. The rest are the books of an effect: an id by name, a request, a family
    // for those who wait, the priority of the task; one allocation is the array of the performer's inputs.
    Row("feed", "an effect with an id that replaces, answered at once; beside the same by hand", .mutex(17, limit: 50))
    {
      let store = Store(BreedFeed.State(), BreedFeed(), FeedHandler())
      return { n in for _ in 0..<n { store.send(.load("husky")) } }
    } beside: {
      byHand()
    },
    Row("feed.child", "the same in one of nine features") {
      let store = App.store()
      store.send(.openAll)
      return { n in for _ in 0..<n { store.send(.feed(.load("husky"))) } }
    } beside: {
      byHand()
    },
    Row("save", "a text saved at once in one of nine features", .mutex(41, limit: 90)) { saving(wasOpen: false) },
    Row("save.opened", "the same after all were open once", .mutex(41, limit: 90)) { saving(wasOpen: true) },
    Row("async", "the effect of feed as a task without a suspension; beside a task by hand") {
      local(.inTask)
    } beside: {
      bare(suspends: false)
    },
    Row("async.suspended", "the same with one suspension") {
      local(.afterSuspension)
    } beside: {
      bare(suspends: true)
    },
  ]
}
