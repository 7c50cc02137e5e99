import Colmeia
import ColmeiaApp
import ColmeiaJSON

@testable import ColmeiaRunner

/// The types of the reference app. It is never run here.
struct ReferenceApp: RunnableApp {
  typealias Root = AppReducer
  let name = "app"
  var screenType: (any Decodable.Type)? { ScreenModel.self }
  var examples: [AppReducer.Action] {
    [.auth(.typed("ann@example.org")), .auth(.restored(nil)), .feed(.load(.husky)), .open("/feed?category=pug")]
  }
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<AppReducer> { throw NoBackendError() }
}
