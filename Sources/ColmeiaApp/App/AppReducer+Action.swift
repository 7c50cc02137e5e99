extension AppReducer {
  /// What an app sends when it starts: what was kept on the device is there again.
  public static let start: [Action] = [.auth(.restore), .members(.restore), .news(.restore)]

  /// Everything that can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// To session and sign-up.
    case auth(Auth.Action)
    /// To the dog feed; nothing happens while nobody is signed in.
    case feed(Feed.Action)
    /// To the session at Eventbee.
    case members(Members.Action)
    /// To the events.
    case events(Events.Action)
    /// To the profile that is shown.
    case profile(Profile.Action)
    /// Show a member's profile; one's own, where no number is given.
    case openProfile(Int?)
    /// Leave the profile.
    case closeProfile
    /// To the chat that is open.
    case chat(Chat.Action)
    /// Open the chat of the event that is shown; only who is in it, or organizes it, is let in.
    case enterChat
    /// Close the chat.
    case leaveChat
    /// To the newspapers.
    case news(News.Action)
    /// To the shots.
    case shots(Shots.Action)
    /// The user chose a tab. The feed's and the profile's are there while somebody is signed in at iddog, the others always.
    /// The shots are loaded when their tab is chosen for the first time.
    case select(AppTab)
    /// A link was opened (D27), see ``AppLink``; the whole text, from the path on. One into the feed waits while nobody is
    /// signed in.
    case open(String)
    /// The user has read that a link could not be followed.
    case dismissLinkFailure
  }

  /// Everything the app asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// Of session and sign-up.
    case auth(Auth.Effect)
    /// Of the dog feed.
    case feed(Feed.Effect)
    /// Of the session at Eventbee.
    case members(Members.Effect)
    /// Of the events.
    case events(Events.Effect)
    /// Of the chat.
    case chat(Chat.Effect)
    /// Of the profile.
    case profile(Profile.Effect)
    /// Of the newspapers.
    case news(News.Effect)
    /// Of the shots.
    case shots(Shots.Effect)
  }
}
