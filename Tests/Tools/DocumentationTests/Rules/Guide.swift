// What users of the guide's features rely on, in any order of events. `PageTests` compiles this together with the pages.

import ColmeiaExplorer
import ColmeiaTesting
import Testing

@Test func aCountdownEnds() {
  var explorer = Explorer(Countdown.State(), Countdown())
  for action in [Countdown.Action.start(2), .start(0), .stop, .save] { explorer.action(action) }
  explorer.outcomes { effect in
    switch effect {
    case .tick: [.answer(.ticked)]
    case .save: [.answer(.saved(true)), .answer(.saved(false))]
    }
  }
  explorer.always("it runs exactly while a timer is pending or its tick arrives") { state, world in
    state.isRunning == (world.timers > 0 || world.running.contains(.tick))
  }
  explorer.always("it runs only while time is left") { $0.left > 0 || $0.left == 0 && !$0.isRunning }
  explorer.eventually("it ends") { !$0.isRunning }
  explorer.check(seeds: 0..<300)
}

@Test func anEggHasItsOwnTimer() {
  var explorer = Explorer(Kitchen.State(), Kitchen())
  for action in [Kitchen.Action.boil, .eat, .egg(.start(2)), .oven(.start(1)), .egg(.stop), .oven(.stop)] {
    explorer.action(action)
  }
  explorer.outcomes { effect in
    switch effect {
    case .oven(.tick): [.answer(.oven(.ticked))]
    case .egg(.tick): [.answer(.egg(.ticked))]
    case .oven(.save), .egg(.save): [.finish]
    }
  }
  explorer.always("no time is negative") { $0.oven.left >= 0 && ($0.egg?.left ?? 0) >= 0 }
  explorer.always("there are as many timers as countdowns that run") { state, world in
    (state.oven.isRunning ? 1 : 0) + (state.egg?.isRunning == true ? 1 : 0) == world.timers + world.running.count
  }
  explorer.eventually("all ends") { !$0.oven.isRunning && $0.egg?.isRunning != true }
  explorer.check(seeds: 0..<300)
}

@Test func aRowShowsProgressExactlyWhileItIsFetched() {
  var explorer = Explorer(Library.State(), Library())
  for id in ["a", "b"] {
    explorer.action(.add(id))
    for action in [Download.Action.start, .pause, .delete] { explorer.action(.download(id, action)) }
  }
  explorer.outcomes { effect in
    switch effect {
    case .download(let id, .fetch(_)):
      [.resolve([.download(id, .progressed(50)), .download(id, .finished)], thenEnds: true)]
    }
  }
  explorer.always("a row shows its progress exactly while it is fetched") { state, world in
    state.downloads.filter { $0.percent != nil }.map(\.id).sorted()
      == world.running.map { effect in
        switch effect {
        case .download(let id, _): id
        }
      }.sorted()
  }
  explorer.sometimes("two are fetched at once") { _, world in world.running.count == 2 }
  explorer.eventually("nothing is being fetched") { state in state.downloads.allSatisfy { $0.percent == nil } }
  explorer.check(seeds: 0..<300)
}

@Test func commentsAreMovedAndDeletedAsAWhole() {
  let comments = EntityTable([Comment.State(id: 1), Comment.State(id: 2), Comment.State(id: 3)])
  var explorer = Explorer(Discussion.State(comments: comments), Discussion())
  for reader in ["ana", "bia"] { explorer.action(.signIn(reader)) }
  explorer.action("like") { state, choices in choices.pick(from: state.comments.map(\.id)).map { .comment($0, .like) } }
  explorer.action("move") { state, choices in
    guard let from = choices.pick(from: Array(0..<state.comments.count)) else { return nil }
    return .move([from], to: choices.number(in: 0...state.comments.count))
  }
  explorer.action("delete") { state, choices in
    choices.pick(from: Array(0..<state.comments.count)).map { .delete([$0]) }
  }
  explorer.everyStep("a like is that of the reader, and of one comment") { before, action, after in
    guard case .comment(let id, .like) = action else { return true }
    return before.comments.allSatisfy { comment in
      let isLiked = comment.likes.contains(before.reader) != (comment.id == id)
      return after.comments[id: comment.id]?.likes.contains(before.reader) == isLiked
    }
  }
  explorer.everyStep("a move changes only the order") { before, action, after in
    guard case .move = action else { return true }
    return before.comments.sorted { $0.id < $1.id } == after.comments.sorted { $0.id < $1.id }
  }
  explorer.everyStep("a deletion removes one comment") { before, action, after in
    if case .delete = action { after.comments.count == before.comments.count - 1 } else { true }
  }
  explorer.check(seeds: 0..<300)
}

@Test func openRoomsHaveOneSocketEach() {
  var explorer = Explorer(House.State(rooms: [Room.State(id: 1, isOpen: true), Room.State(id: 2)]), House())
  for id in [1, 2] {
    explorer.action(.room(id, .open))
    explorer.action(.room(id, .close))
    explorer.action(.leave(id))
  }
  explorer.outcomes { _ in [.never] }
  explorer.push("a message arrives", isEndless: true) { effect, _ in
    switch effect {
    case .room(let id, _): .room(id, .received("hello"))
    }
  }
  explorer.always("exactly the open rooms have a socket") { state, world in
    state.rooms.filter(\.isOpen).map { House.Effect.room($0.id, .socket(room: $0.id)) }
      .allSatisfy(world.running.contains) && world.running.count == state.rooms.filter(\.isOpen).count
  }
  explorer.everyStep("only an open room receives messages") { before, action, _ in
    if case .room(let id, .received) = action { before.rooms[id: id]?.isOpen == true } else { true }
  }
  explorer.check(seeds: 0..<300)
}

@Test func aFormIsSentOnceAndComplete() {
  var explorer = Explorer(SignUp.State(), SignUp())
  for action in [
    SignUp.Action.email("ana"), .email("ana@example.org"), .openCountries, .countries(.appeared),
    .countries(.choose("Brazil")), .dismiss, .send,
  ] { explorer.action(action) }
  explorer.outcomes { effect in
    switch effect {
    case .countries(.load): [.answer(.countries(.loaded(["Brazil"])))]
    case .send: [.answer(.sent), .answer(.refused("taken"))]
    }
  }
  explorer.always("it is being sent exactly while a request runs") { state, world in
    let sends = world.running.filter { if case .send = $0 { true } else { false } }
    return sends.count == (state.isSending ? 1 : 0)
  }
  explorer.always("only a complete form is sent") { _, world in
    world.running.allSatisfy {
      if case .send(let email, let country) = $0 { email.contains("@") && country != "" } else { true }
    }
  }
  explorer.always("a sheet that is closed loads nothing") { state, world in
    state.shown?.countries != nil || !world.running.contains(.countries(.load))
  }
  explorer.sometimes("a refusal is shown") { $0.shown == .alert("taken") }
  explorer.eventually("nothing is being sent") { !$0.isSending }
  explorer.check(seeds: 0..<1_000)
}

@Test func recordingsTickWhileTheirScreensAreThere() {
  var explorer = Explorer(Meetings.State(), Meetings())
  for title in ["a", "b"] {
    explorer.action("open \(title)") { state, _ in state.screens.count < 3 ? .open(title) : nil }
  }
  explorer.action("go back") { state, choices in
    .wentBack(Array(state.screens.map(\.id).prefix(choices.number(below: state.screens.count + 1))))
  }
  explorer.action("act") { state, choices in
    guard let screen = choices.pick(from: Array(state.screens)) else { return nil }
    switch screen.content {
    case .meeting:
      return .screen(screen.id, choices.number(below: 2) == 0 ? .meeting(.record) : .meeting(.title("new")))
    case .recording: return .screen(screen.id, .recording(.end))
    }
  }
  explorer.outcomes { effect in
    switch effect {
    case .screen(let id, .recording(.ticks)): [.resolve([.screen(id, .recording(.ticked))])]
    case .screen(_, .meeting): [.finish]
    }
  }
  explorer.always("exactly the recordings tick") { state, world in
    let ticking = world.running.compactMap { if case .screen(let id, .recording(.ticks)) = $0 { id } else { nil } }
    return Set(ticking) == Set(state.screens.filter { $0.content.recording != nil }.map(\.id))
      && ticking.count == Set(ticking).count
  }
  explorer.everyStep("an ended recording is added to its meeting") { before, action, after in
    guard case .screen(let id, .recording(.end)) = action, let recording = before.screens[id: id]?.content.recording
    else { return true }
    return after.seconds[recording.meeting] == before.seconds[recording.meeting, default: 0] + recording.seconds
      && after.screens[id: id] == nil
  }
  explorer.check(seeds: 0..<300)
}

@Test func theShopShowsOrdersOnlyToWhoIsSignedIn() {
  var gated = shopExplorer(Shop.gated(), [.logIn(code: Secret("1234")), .load, .logOut])
  gated.eventually("the token is there exactly if the user is signed in") { $0.isSignedIn == $1.server }
  gated.eventually("who is signed in sees the orders") { !$0.isSignedIn || !$0.orders.isEmpty }
  gated.check(seeds: 0..<300)
  // An app sends `load` when it starts.
  shopExplorer(Shop(), [.load, .logIn(code: Secret("1234"))]).check(seeds: 0..<300)
}

func shopExplorer<R: Reducer>(_ shop: R, _ actions: [Shop.Action]) -> Explorer<R, Bool>
where R.State == Shop.State, R.Action == Shop.Action, R.Effect == Shop.Effect {
  var explorer = Explorer(Shop.State(), shop, server: false)
  for action in actions { explorer.action(action) }
  explorer.outcomes { effect, hasToken in
    switch effect {
    case .logIn: [.answer(.signedIn) { $0 = true }, .answer(.failed("refused"))]
    case .load: [hasToken ? .answer(.loaded([ShopAPI.Order(id: 7, title: "Honey")])) : .answer(.signedOut)]
    case .logOut: [.finish { $0 = false }]
    }
  }
  explorer.always("orders are shown only to who is signed in") { $0.isSignedIn || $0.orders.isEmpty }
  return explorer
}

nonisolated struct BookServer { var (stars, hasRefused) = ([1: false, 2: true], false) }

@Test func theListShowsTheStarsOfTheServer() {
  var explorer = Explorer(BookList.State(), BookList(), server: BookServer())
  explorer.action(.loadNext)
  explorer.action(.refresh)
  for id in [1, 2] { explorer.action(.star(id)) }
  explorer.outcomes { effect, server in
    switch effect {
    case .load(let page):
      [
        .answer(
          .loaded(
            BookAPI.Page(
              books: [BookAPI.Book(id: page, title: "Til", isStarred: server.stars[page] ?? false)],
              next: page == 1 ? 2 : nil),
            number: page)),
        .answer(.loadFailed("offline")),
      ]
    case .star(let id, let isStarred):
      [
        .answer(.starred(id)) { $0.stars[id] = isStarred },
        .answer(.starFailed(id, "offline")) { $0.hasRefused = true },
      ]
    }
  }
  explorer.eventually("nothing is loading or unconfirmed") { $0.loading == nil && $0.changes.isEmpty }
  explorer.everyStep("what the server refuses is taken back") { before, action, after in
    guard case .starFailed(let id, _) = action, let change = before.changes[id] else { return true }
    return after.books[id: id]?.isStarred ?? change.before == change.before
  }
  explorer.eventually("the stars are those of the server, unless it has refused one") { state, world in
    world.server.hasRefused || state.books.allSatisfy { $0.isStarred == world.server.stars[$0.id] }
  }
  explorer.sometimes("stars are changed") { $1.server.stars == [1: true, 2: false] }
  explorer.check(seeds: 0..<1_000)
}

@Test func noNoteIsLost() {
  var explorer = Explorer(Notes.State(), Notes(), server: ["old"])
  explorer.action(.start)
  explorer.action("add") { state, choices in
    (state.texts?.count ?? 0) < 4 ? .add(["a", "b"][choices.number(below: 2)]) : nil
  }
  explorer.action(.leave)
  explorer.outcomes { effect, file in
    switch effect {
    case .load: [.answer(.loaded(file)), .answer(.failed)]
    case .save(let texts): [.finish { $0 = texts }, .answer(.failed)]
    }
  }
  explorer.everyStep("an edit stays") { before, _, after in
    before.texts.map { after.texts?.starts(with: $0) == true } ?? true
  }
  explorer.eventually("the file has what is shown, unless a save has failed") { state, world in
    state.hasFailed || state.texts == nil || state.texts == world.server
  }
  explorer.sometimes("a note is saved") { $1.server.count > 1 }
  explorer.check(seeds: 0..<1_000)
}

@Test func theBestCountNeverFalls() {
  var explorer = Explorer(Tabs.State(), Tabs())
  for action in [Tabs.Action.counter(.add), .counter(.paint), .statistics(.keep), .statistics(.reset)] {
    explorer.action(action)
  }
  explorer.everyStep("the best count never falls, and is kept when asked") { before, action, after in
    if case .statistics(.keep) = action {
      after.best == max(before.best, before.count)
    } else {
      after.best == before.best
    }
  }
  explorer.everyStep("only paint changes the colour") { before, action, after in
    if case .counter(.paint) = action { after.isRed != before.isRed } else { after.isRed == before.isRed }
  }
  explorer.check(seeds: 0..<300)
}
