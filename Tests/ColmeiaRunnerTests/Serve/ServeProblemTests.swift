import Colmeia
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaRunner

/// A feature with an optional child, which doesn't exist.
private struct Shelf: Reducer {
  struct Book: Reducer {
    struct State: Equatable, Codable, Sendable { var page = 0 }
    enum Action: Equatable, Codable, Sendable { case turn }
    enum Effect: Equatable, Codable, Sendable { case none }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.page += 1
      return .none
    }
  }
  struct State: Equatable, Codable, Sendable { var book: Book.State? }
  enum Action: Equatable, Codable, Sendable { case book(Book.Action) }
  enum Effect: Equatable, Codable, Sendable { case book(Book.Effect) }
  let book = Child(\State.book, Book(), Action.book, Effect.book)
  var children: Children { [book] }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .book(let action): book.reduce(&state, action)
    }
  }
}

private struct ShelfApp: RunnableApp {
  typealias Root = Shelf
  struct Handler: EffectHandler {
    func work(for effect: Shelf.Effect) -> Work<Shelf.Action> { .done }
  }
  let name = "shelf"
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Shelf> {
    LocalWorld { Device(Shelf.State(), Shelf(), Handler()) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(2))) struct ServeProblemTests {
  @Test func `A front end learns that an action was ignored`() async throws {
    let frontEnd = FrontEnd([
      .send(#"{"hello": {"protocol": 1}}"#), .send(#"{"dispatch": {"book": "turn"}}"#), .wait(for: "error"),
      .send(#""bye""#),
    ])
    #expect(try await frontEnd.run(ShelfApp(), folder: nil) == .success)
    let errors = frontEnd.received.compactMap { $0["error"]?["message"]?.string }
    #expect(errors == ["\(StoreProblem.absentChild(EffectScope(["book"])))"])
  }
}
