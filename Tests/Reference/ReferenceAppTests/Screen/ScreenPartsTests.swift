import Foundation
import Testing

@testable import ReferenceApp

/// Tests the parts of screens for front ends that support pictures, columns and files.
@Suite struct ScreenPartsTests {
  private static let image = ImageURL(rawValue: "http://dogs.example/a.png") ?? ImageURL(rawValue: "http://x/")

  @Test func `The feed is a grid of pictures, and shows the selected one large or its progress`() throws {
    let image = try #require(Self.image)
    var state = AppReducer.State(
      auth: Auth.State(session: .signedIn(Example.account)),
      feed: Feed.State(
        breed: .pug, phase: .loaded([image]), selection: ImageReference(image),
        picture: FeedPicture(image: image, phase: .loading(percent: 40))))
    let loading = state.screen(.english)
    #expect(loading.layout == .grid && loading.rows[0].picture == image.rawValue)
    #expect(loading.progress == 40 && loading.picture == nil && loading.address == "/feed?category=pug&id=a")
    state.feed?.picture?.phase = .loaded(bytes: 7)
    let loaded = state.screen(.english)
    #expect(loaded.picture == .init(address: image.rawValue, description: "a") && loaded.progress == nil)
    #expect(loaded.pictures == [image.rawValue])
    #expect(loaded.buttons.filter { $0.role == .choice }.map(\.isSelected) == [false, false, true, false])
    #expect(loaded.buttons.filter { $0.role == .back }.map(\.label) == ["Back"])
  }

  @Test func `Fields have a kind, and one button submits them`() {
    var state = AppReducer.State(tab: .events)
    state.members.form.purpose = .createAccount
    let screen = state.screen(.english)
    #expect(screen.fields.map(\.kind) == [.text, .email, .password, .paragraph])
    #expect(screen.buttons.filter { $0.role == .submit }.map(\.label) == ["Create account"])
    let info = Member(id: 1, name: "Ana", photo: "users/1/a.png")
    state.members.session = .signedIn(MembersTests.ana)
    state.profile = Profile.State(id: 1, info: Loaded(info), photoSize: 9)
    #expect(state.screen(.english).picture == .init(address: "photo:users/1/a.png", description: "Photo: Ana"))
    state.profile?.form = ProfileForm(info)
    state.profile?.form?.photoStep = .uploading
    state.profile?.form?.uploadPercent = 30
    let form = state.screen(.english)
    #expect(form.fields.map(\.kind) == [.text, .paragraph, .file] && form.progress == 30 && form.picture == nil)
  }

  @Test func `A message has a kind, and names the field to which it belongs`() {
    var state = AppReducer.State()
    state.auth.form.failure = .emailInvalid
    state.linkFailure = .emptyID
    let signUp = state.screen(.english).messages
    #expect(signUp.map(\.kind) == [.error, .error] && signUp.map(\.field) == ["Email", nil])
    state = AppReducer.State(tab: .events)
    state.events.list = Loaded([])
    state.members.form.failure = .passwordMissing
    let events = state.screen(.english).messages
    #expect(events.map(\.kind) == [.error, .empty] && events.map(\.field) == ["Password", nil])
    state = AppReducer.State(tab: .events)
    state.members.session = .signedIn(MembersTests.ana)
    state.events.form = EventForm()
    let mistakes: [(EventForm.Mistake, ScreenModel.Message.Kind, String?)] = [
      (.missing(.name), .error, "Name"), (.timeInvalid(.start), .error, "Start (UTC)"),
      (.endBeforeStart, .error, "End (UTC)"),
      (.unchanged, .notice, nil), (.tooLong(.name), .error, "Name"), (.tooLong(.about), .error, "About"),
    ]
    for (mistake, kind, field) in mistakes {
      state.events.form?.refusal = mistake
      let messages = state.screen(.english).messages
      #expect(messages.map(\.kind) == [kind] && messages.map(\.field) == [field], "\(mistake)")
    }
    state = AppReducer.State(tab: .album)
    state.album.draft = AlbumDraft(caption: "Pug", isSending: true)
    #expect(state.screen(.english).messages.map(\.kind) == [.busy])
  }

  @Test func `The message about an invalid link can be dismissed`() {
    let screen = AppReducer.State(linkFailure: .emptyID).screen(.english)
    #expect(screen.buttons.last?.action == .dismissLinkFailure && screen.buttons.last?.label == "Dismiss")
  }

  @Test func `A link is opened with the screen's action`() throws {
    let screen = AppReducer.State().screen(.english)
    let action = try ScreenModel.typing("/shots", in: screen.open)
    #expect(action == .open("/shots"))
  }

  @Test func `The guide's page about the protocol has each kind of message and each kind of field`() throws {
    let guide = URL(filePath: #filePath).appending(path: "../../../../../Examples/Guide/11b-protocol.md").standardized
    let page = try String(contentsOf: guide, encoding: .utf8)
    func kinds(_ head: String) -> [String] {
      let rows = page.split(separator: "\n").drop { !$0.hasPrefix("| \(head) |") }.dropFirst(2).prefix {
        $0.hasPrefix("|")
      }
      return rows.flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.output.1) } }
    }
    #expect(kinds("kind of a message").sorted() == ScreenModel.Message.Kind.allCases.map(\.rawValue).sorted())
    #expect(kinds("kind of a field").sorted() == ScreenModel.Field.Kind.allCases.map(\.rawValue).sorted())
  }
}
