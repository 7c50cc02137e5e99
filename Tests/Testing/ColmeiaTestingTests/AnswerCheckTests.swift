import ColmeiaTable
import Testing

@testable import ColmeiaTesting

/// An effect of a child or a row is answered by an action of the same child or row.
@Suite struct AnswerCheckTests {
  struct Line: Reducer {
    struct State: Equatable, Identifiable, Sendable {
      let id: Int
      var price = 0
    }
    enum Action: Sendable { case refresh, priced(Int) }
    enum Effect: Equatable, Sendable { case price }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .refresh: return .run(.price)
      case .priced(let price): state.price = price
      }
      return .none
    }
  }

  struct Cart: Reducer {
    struct State: Equatable, Sendable { var lines: EntityTable = [Line.State(id: 1), Line.State(id: 2)] }
    enum Action: Sendable { case line(Int, Line.Action), checkOut }
    enum Effect: Equatable, Sendable { case line(Int, Line.Effect), pay }
    let lines = ChildRows(\State.lines, Line(), Action.line, Effect.line)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .line(let id, let action): lines.reduce(&state, id, action)
      case .checkOut: .run(.pay)
      }
    }
  }

  struct Shop: Reducer {
    struct State: Equatable, Sendable { var cart = Cart.State(), gift = Line.State(id: 0), other = Line.State(id: 0) }
    enum Action: Sendable { case cart(Cart.Action), gift(Line.Action), close }
    enum Effect: Equatable, Sendable { case cart(Cart.Effect), gift(Line.Effect), other(Line.Effect) }
    let cart = Child(\State.cart, Cart(), Action.cart, Effect.cart)
    let gift = Child(\State.gift, Line(), Action.gift, Effect.gift)
    /// A child with an embedding of its own.
    let other = Child(\State.other, Line(), { _ in Action.close }, Effect.other)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .cart(let action): cart.reduce(&state, action)
      case .gift(let action): gift.reduce(&state, action)
      case .close: other.reduce(&state, .refresh)
      }
    }
  }

  private func messages<R: Reducer>(_ state: R.State, _ reducer: R, _ test: (inout TestStore<R>) -> Void) -> [String] {
    var store = TestStore(state, reducer, reporting: .silently)
    test(&store)
    store.finish(leaving: store.pendingEffects)
    return store.failures.map(\.message)
  }

  @Test func `An answer as another row fails the step`() {
    let messages = messages(Cart.State(), Cart()) { store in
      store.send(.line(1, .refresh), effects: [.line(1, .price)])
      store.answer(.line(1, .price), with: .line(2, .priced(5))) { $0.lines[id: 2]?.price = 5 }
    }
    #expect(
      messages == [
        """
        answer(.line(1, .price), with: .line(2, .priced(5))): the effect belongs to 'lines/1', but the action to \
        'lines/2'. A handler of the child can't answer so. If the parent's handler does, set acceptsForeignAnswers \
        to true.
        """
      ])
  }

  @Test func `An answer as the parent fails the step`() {
    let messages = messages(Cart.State(), Cart()) { store in
      store.send(.line(1, .refresh), effects: [.line(1, .price)])
      store.resolve(.line(1, .price), with: .checkOut, effects: [.pay])
    }
    #expect(
      messages == [
        """
        resolve(.line(1, .price), with: .checkOut): the effect belongs to 'lines/1', but the action to the parent. \
        A handler of the child can't answer so. If the parent's handler does, set acceptsForeignAnswers to true.
        """
      ])
  }

  @Test func `An answer as another child fails the step, and so does one as another child's row`() {
    let messages = messages(Shop.State(), Shop()) { store in
      store.send(.gift(.refresh), effects: [.gift(.price)])
      store.answer(.gift(.price), with: .cart(.checkOut), effects: [.cart(.pay)])
      store.send(.cart(.line(1, .refresh)), effects: [.cart(.line(1, .price))])
      store.answer(.cart(.line(1, .price)), with: .cart(.line(2, .priced(5)))) { $0.cart.lines[id: 2]?.price = 5 }
    }
    #expect(messages.count == 2)
    #expect(messages.first?.contains("belongs to 'gift', but the action to 'cart'.") == true)
    #expect(messages.last?.contains("belongs to 'cart/lines/1', but the action to 'cart/lines/2'.") == true)
  }

  @Test func `An answer as the same row or child passes, and so does one with an embedding of its own`() {
    var store = TestStore(Shop.State(), Shop())
    store.send(.cart(.line(1, .refresh)), effects: [.cart(.line(1, .price))])
    store.answer(.cart(.line(1, .price)), with: .cart(.line(1, .priced(5)))) { $0.cart.lines[id: 1]?.price = 5 }
    store.send(.close, effects: [.other(.price)])
    store.answer(.other(.price), with: .close, effects: [.other(.price)])
    store.send(.cart(.checkOut), effects: [.cart(.pay)])
    store.answer(.cart(.pay), with: .cart(.line(2, .priced(5)))) { $0.cart.lines[id: 2]?.price = 5 }
    store.finish(.other(.price))
    store.finish()
  }

  @Test func `Any answer passes if the handler of the parent gives it`() {
    var store = TestStore(Cart.State(), Cart())
    store.acceptsForeignAnswers = true
    store.send(.line(1, .refresh), effects: [.line(1, .price)])
    store.resolve(.line(1, .price), with: .line(2, .priced(5))) { $0.lines[id: 2]?.price = 5 }
    store.answer(.line(1, .price), with: .checkOut, effects: [.pay])
    store.finish(.pay)
    store.finish()
  }

  @Test func `A partial test store checks answers, too`() {
    var store = PartialTestStore(Cart.State(), Cart(), reporting: .silently)
    store.send(.line(1, .refresh))
    store.answer(.line(1, .price), with: .line(2, .priced(5)))
    #expect(store.failures.count == 1)
  }
}
