import ColmeiaTable
import ColmeiaUI
import SwiftUI

// A use of ColmeiaUI that the example doesn't cover: a navigation stack, and an enum of destinations.

struct Shelf: Sendable {
  nonisolated struct Book: Equatable, Identifiable, Sendable { var id: Int, title = "" }
  enum BookAction: Sendable { case renamed(String) }

  enum Destination: Equatable, Sendable {
    case edit(Book)
    case question(String)
    var edit: Book? { if case .edit(let book) = self { book } else { nil } }
    var question: String? { if case .question(let text) = self { text } else { nil } }
  }
  enum DestinationAction: Sendable { case edit(BookAction), answered(Bool) }

  enum Content: Sendable {
    case book(Book), search(String)
    var book: Book? { if case .book(let book) = self { book } else { nil } }
    var search: String? { if case .search(let text) = self { text } else { nil } }
  }
  nonisolated struct Page: Identifiable, Sendable {
    let id: Int
    var content: Content
  }

  var screens = EntityTable<Book>()
  var pages = EntityTable<Page>()
  var destination: Destination?

  enum Action: Sendable {
    case screen(Int, BookAction), opened(Int), wentBack([Int]), destination(DestinationAction), closed
    case searched(Int, String), turnedBack([Int])
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

/// A stack whose screens are cases of an enum.
struct PagesView: View {
  let shelf: ViewStore<Shelf, Shelf.Action>

  var body: some View {
    NavigationStack(path: shelf.path(\.pages, Shelf.Action.turnedBack)) {
      Button("Open") { shelf.send(.opened(1)) }
        .navigationDestination(for: Int.self) { id in
          if let book = shelf.screen(\.pages, id, \.content.book, Shelf.Action.screen) {
            BookView(book: book)
          } else if let search = shelf.screen(\.pages, id, \.content.search, Shelf.Action.searched) {
            TextField("Search", text: search.binding(\.self) { $0 })
          }
        }
    }
  }
}
