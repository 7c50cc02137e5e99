extension News {
  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// Read what is kept on the device: the app starts with it.
    case restore
    /// The form is for something else.
    case choose(NewspaperForm.Purpose)
    /// A field changed; its whole new text.
    case typed(Field, String)
    /// Log in as the form says.
    case enter
    /// Enter without a newspaper.
    case enterAsGuest
    /// Leave; the subscriptions stay.
    case logOut
    /// Show the feed, or the newspapers.
    case show(State.Page)
    /// Load the newspapers again, from the first on.
    case loadNewspapers
    /// Load the next page of them.
    case loadMoreNewspapers
    /// One's own newspaper is changed, or removed.
    case edit(EditAction)
    /// Read a newspaper from now on, or no longer.
    case toggle(String)
    /// Show an item whole.
    case open(NewsItem.Key)
    /// Back from the item.
    case close
    /// Show all items of one newspaper.
    case openArchive(String)
    /// Goes back from a newspaper's archive.
    case closeArchive
    /// Write an item; only a newspaper can.
    case compose
    /// Publish what is written.
    case publish
    /// Give up what is written.
    case discard
    /// Try a stream again that the server has refused.
    case reconnect

    /// Answers to ``Effect/restore``: what is kept, if anything is.
    case restored(SavedNews?), restoreFailed(TokenStoreFailure)
    /// Answers to ``Effect/keep(_:)``.
    case kept, notKept(TokenStoreFailure)
    /// Answers to ``Effect/find(_:)`` and ``Effect/create(_:)``.
    case entered(Newspaper), enterFailed(NewspaperFailure)
    /// Answers to ``Effect/newspapers(page:)``.
    case newspapers(NewspaperPage), newspapersFailed(NewspaperFailure)
    /// Answers to ``Effect/publish(_:as:)``.
    case published(NewsItem), publishFailed(NewspaperFailure)
    /// A stream had an event.
    case heard(NewsStream.Event, over: Channel)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, choose, typed, enter, enterAsGuest, logOut, show, loadNewspapers, loadMoreNewspapers, edit,
        toggle, open, close, openArchive, closeArchive, compose, publish, discard, reconnect, restored,
        restoreFailed, kept, notKept, entered, enterFailed, newspapers, newspapersFailed, published, publishFailed,
        heard
    }
  }

  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the newspaper's form.
    case name, about
    /// A field of the item's form.
    case title, body
  }

  /// A stream of the server's.
  public enum Channel: String, Sendable, Codable, CaseIterable {
    /// That of the newspapers that are read.
    case feed
    /// That of the one newspaper whose items are shown.
    case archive
  }

  /// What the feature asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// Read what is kept on the device.
    case restore
    /// Keep this on the device.
    case keep(SavedNews)
    /// `GET newspapers/{name}`.
    case find(String)
    /// `POST newspapers`.
    case create(Newspaper)
    /// `GET newspapers`, a page of them.
    case newspapers(page: Int)
    /// `GET newspapers/{name}`, to change it.
    case read(String)
    /// `PUT newspapers/{name}`.
    case update(Newspaper)
    /// `DELETE newspapers/{name}`.
    case delete(String)
    /// `POST newspapers/{as}/news`.
    case publish(NewsDraft, as: String)
    /// Be connected to `GET news`, and hear what these newspapers publish, from behind an item on; from the beginning, where
    /// there is none.
    case follow([String], after: String?, over: Channel)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, keep, find, create, newspapers, read, update, delete, publish, follow
    }
  }
}
