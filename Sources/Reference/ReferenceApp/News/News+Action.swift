extension News {
  /// The actions of the newspapers.
  public enum Action: Sendable, Equatable, Codable {
    /// Restores the state saved on the device. The app sends this when it starts.
    case restore
    /// Changes the purpose of the form.
    case choose(NewspaperForm.Purpose)
    /// The text of a field changed; the payload is the whole new text.
    case typed(Field, String)
    /// Logs in or creates a newspaper, depending on the purpose of the form.
    case enter
    /// Enters as a guest.
    case enterAsGuest
    /// Logs out. The subscriptions are kept.
    case logOut
    /// Shows the feed or the list of newspapers.
    case show(State.Page)
    /// Reloads the newspapers from the first page on.
    case loadNewspapers
    /// Loads the next page of newspapers.
    case loadMoreNewspapers
    /// An action that changes or removes the user's own newspaper.
    case edit(EditAction)
    /// Subscribes to a newspaper, or unsubscribes from it.
    case toggle(String)
    /// Opens an item.
    case open(NewsItem.Key)
    /// Closes the open item.
    case close
    /// Opens the archive of one newspaper, with all its items.
    case openArchive(String)
    /// Closes the archive.
    case closeArchive
    /// Opens the form for a new item. Ignored unless a newspaper is logged in.
    case compose
    /// Publishes the item in the form.
    case publish
    /// Discards the item in the form.
    case discard
    /// Reconnects streams that the server has refused.
    case reconnect

    /// The results of ``Effect/restore``: the saved state, or `nil` if there is none.
    case restored(SavedNews?), restoreFailed(TokenStoreFailure)
    /// The results of ``Effect/keep(_:)``.
    case kept, notKept(TokenStoreFailure)
    /// The results of ``Effect/find(_:)`` and ``Effect/create(_:)``.
    case entered(Newspaper), enterFailed(NewspaperFailure)
    /// The results of ``Effect/newspapers(page:)``.
    case newspapers(NewspaperPage), newspapersFailed(NewspaperFailure)
    /// The results of ``Effect/publish(_:as:)``.
    case published(NewsItem), publishFailed(NewspaperFailure)
    /// An event of a stream.
    case received(NewsStream.Event, over: Channel)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, choose, typed, enter, enterAsGuest, logOut, show, loadNewspapers, loadMoreNewspapers, edit,
        toggle, open, close, openArchive, closeArchive, compose, publish, discard, reconnect, restored,
        restoreFailed, kept, notKept, entered, enterFailed, newspapers, newspapersFailed, published, publishFailed,
        received
    }
  }

  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the newspaper's form.
    case name, about
    /// A field of the item's form.
    case title, body
  }

  /// A stream from the server.
  public enum Channel: String, Sendable, Codable, CaseIterable {
    /// The stream of the subscribed newspapers.
    case feed
    /// The stream of the newspaper whose archive is open.
    case archive
  }

  /// The effects of the newspapers.
  public enum Effect: Sendable, Equatable, Codable {
    /// Reads the state saved on the device.
    case restore
    /// Saves this state on the device.
    case keep(SavedNews)
    /// `GET newspapers/{name}`.
    case find(String)
    /// `POST newspapers`.
    case create(Newspaper)
    /// `GET newspapers`, one page.
    case newspapers(page: Int)
    /// `GET newspapers/{name}`, to edit the newspaper.
    case read(String)
    /// `PUT newspapers/{name}`.
    case update(Newspaper)
    /// `DELETE newspapers/{name}`.
    case delete(String)
    /// `POST newspapers/{as}/news`.
    case publish(NewsDraft, as: String)
    /// Keeps a connection to `GET news`, and receives the items of these newspapers that follow the given item, or all
    /// items if it's `nil`. After a lost connection, it goes on after the last item that it has reported.
    case follow([String], after: String?, over: Channel)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, keep, find, create, newspapers, read, update, delete, publish, follow
    }
  }
}
