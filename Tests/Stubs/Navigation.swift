import Colmeia
import ColmeiaTable
import ColmeiaUI
import SwiftUI

// A use of ColmeiaUI that the example doesn't cover: a navigation stack, and an enum of destinations.

struct Shelf: Sendable {
  struct Book: Equatable, Identifiable, Sendable { var id: Int, title = "" }
  enum BookAction: Sendable { case renamed(String) }

  enum Destination: Equatable, Sendable {
    case edit(Book)
    case question(String)
    var edit: Book? { if case .edit(let book) = self { book } else { nil } }
    var question: String? { if case .question(let text) = self { text } else { nil } }
  }
  enum DestinationAction: Sendable { case edit(BookAction), answered(Bool) }

  var screens = EntityTable<Book>()
  var destination: Destination?

  enum Action: Sendable {
    case screen(Int, BookAction), opened(Int), wentBack([Int]), destination(DestinationAction), closed
  }
}

struct ShelfView: View {
  let shelf: ViewStore<Shelf, Shelf.Action>

  var body: some View {
    NavigationStack(path: shelf.path(\.screens, Shelf.Action.wentBack)) {
      Button("Open") { shelf.send(.opened(1)) }
        .navigationDestination(for: Int.self) { id in
          if let book = shelf.row(\.screens, id, Shelf.Action.screen) { BookView(book: book) }
        }
    }
    .sheet(item: shelf.item(\.destination?.edit, { .destination(.edit($0)) }, dismiss: .closed)) { book in
      BookView(book: book)
    }
    .alert("Sure?", isPresented: shelf.isPresented(\.destination?.question, dismiss: .closed)) {
      Button("Yes", role: .destructive) { withAnimation { shelf.send(.destination(.answered(true))) } }
    } message: {
      if let destination = shelf.scope(\.destination, Shelf.Action.destination),
        let question = destination.question
      {
        Text(question)
      }
    }
    .task { await shelf.sendAndWait(.opened(2)) }
  }
}

struct BookView: View {
  let book: ViewStore<Shelf.Book, Shelf.BookAction>
  var body: some View { TextField("Title", text: book.binding(\.title, Shelf.BookAction.renamed)) }
}
