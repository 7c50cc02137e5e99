import ColmeiaExplorer
import Foundation
import TestSupport
import Testing

@testable import ReferenceApp

/// Explores the app where the original fails: every action and every outcome in any order.
@Suite(.long) struct AppExplorationTests {
  /// The number of seeds from `COLMEIA_SEEDS`, or 500. A long run uses a million.
  static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["COLMEIA_SEEDS"].flatMap(UInt64.init) ?? 500)
  }

  @Test func `The app has neither the original's defects nor others`() throws {
    let exploration = try Self.explorer().run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 })
    #expect(exploration.coverage.lateActions > 0)
  }

  static func explorer() throws -> Explorer<AppReducer, NoServer> {
    let images = try Dictionary(uniqueKeysWithValues: Breed.allCases.map { ($0, try Example.images($0)) })
    var explorer = Explorer(AppReducer.State(), AppReducer())
    explorer.action(.auth(.typed("ann@example.com")), weight: 3)
    explorer.action(.auth(.typed("ann")))
    explorer.action(.auth(.submit), weight: 4)
    explorer.action(.auth(.cancelSignUp))
    explorer.action(.auth(.restore))
    explorer.action(.auth(.retry))
    explorer.action(.auth(.signOut))
    explorer.action(.auth(.sessionExpired))
    for breed in Breed.allCases { explorer.action(.feed(.load(breed))) }
    explorer.action(.feed(.retry))
    explorer.action(.feed(.deselect))
    explorer.action(.feed(.picture(.retry)))
    explorer.action(.select(.profile))
    explorer.action(.open("/feed?category=pug&id=2"))
    explorer.action(.open("nowhere"))
    explorer.action("select an image") { state, choices in
      choices.pick(from: state.feed?.images ?? []).map { .feed(.select(ImageReference($0))) }
    }
    explorer.outcomes { effect in
      switch effect {
      case .auth(.signUp):
        [.answer(.auth(.signedUp(Example.account)), weight: 3), .answer(.auth(.signUpFailed(.request(.offline))))]
      case .auth(.restore):
        [
          .answer(.auth(.restored(nil))), .answer(.auth(.restored(Example.account))),
          .answer(.auth(.restoreFailed(.damaged))),
        ]
      case .auth(.forget): [.finish, .answer(.auth(.forgetFailed(.damaged)))]
      case .feed(.load(let breed)):
        [
          .answer(.feed(.loaded(breed, images[breed] ?? [])), weight: 3), .answer(.feed(.failed(breed, .offline))),
          .answer(.feed(.failed(breed, .status(401)))),
        ]
      case .feed(.picture(let image)):
        [
          .answer(.feed(.picture(.loaded(image, bytes: 7))), weight: 2),
          .answer(.feed(.picture(.failed(image, .offline)))),
        ]
      case .members, .events, .chat, .profile, .news, .shots, .album: []
      }
    }
    explorer.always("the images are of the chosen breed") { state in
      guard let feed = state.feed else { return true }
      return feed.images.allSatisfy { $0.rawValue.contains(feed.breed.rawValue) }
    }
    explorer.always("the feed exists if and only if a user is signed in") { state in
      (state.feed != nil) == (state.auth.session.account != nil)
    }
    explorer.always("no sign-up is in progress while signed in") { state in
      !state.auth.form.isInProgress || state.auth.session.account == nil
    }
    explorer.always("the picture belongs to the selected image") { state in
      state.feed?.picture?.image == state.feed?.selectedImage
    }
    explorer.eventually("nothing is loading") { $0.feed?.isLoading != true && $0.feed?.picture?.isLoading != true }
    explorer.eventually("no sign-up or restore is in progress") { state in
      !state.auth.form.isInProgress && state.auth.session != .restoring
    }
    explorer.sometimes("a session has expired") { $0.auth.session == .signedOut(.expired) }
    explorer.sometimes("an image is selected") { $0.feed?.selectedImage != nil }
    explorer.sometimes("a picture is loaded") { $0.feed?.picture?.phase == .loaded(bytes: 7) }
    explorer.sometimes("a picture failed to load") { $0.feed?.picture?.failure != nil }
    explorer.sometimes("a failed load is shown") { $0.feed?.failure == .offline }
    return explorer
  }
}
