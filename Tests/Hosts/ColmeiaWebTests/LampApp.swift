import ColmeiaBase
import ColmeiaWorld

/// A lamp with a secret. It has two languages, and a picture while it is on.
struct LampApp: RunnableApp {
  let name = "lamp"
  let removed = Names()

  /// Names that a test can wait for.
  final class Names: Sendable {
    private let names = Guarded<[String]>([])
    let bell = Bell()
    var all: [String] { names.withLock(\.self) }
    func add(_ name: String) {
      names.withLock { $0.append(name) }
      bell.ring()
    }
  }

  struct Lamp: Reducer {
    struct State: Equatable, Codable, Sendable {
      var isOn = false
      var photo = ""
    }
    enum Action: Equatable, Codable, Sendable { case turn(Bool), open(String), photo(String) }
    enum Effect: Equatable, Codable, Sendable { case nothing }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .turn(let isOn): state.isOn = isOn
      case .photo(let text): state.photo = text
      case .open: break
      }
      return .none
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Lamp.Effect) -> Work<Lamp.Action> { .done }
  }

  struct Broken: Error {}

  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Lamp> {
    if parts.folder.isEmpty { throw Broken() }
    return World(files: parts.given.files, removed: removed)
  }

  struct World: RunnableWorld {
    let files: UploadedFiles?
    let removed: Names

    func removeDevice(_ name: String) async { removed.add(name) }

    func makeDevice(_ name: String) async throws -> Device<Lamp> {
      if name == "broken" { throw Broken() }
      return Device(
        Lamp.State(), Lamp(), Handler(), start: [.photo("a")],
        screen: { state, language in
          let word = state.isOn ? (language == "en" ? "on" : "acesa") : (language == "en" ? "off" : "apagada")
          let size = files?.bytes(of: state.photo, on: name)?.count ?? 0
          return [
            "title": .string(word), "size": .number(JSONNumber(size)),
            "fields": [["edit": ["typedPassword": "{{text}}"], "password": "hunter-22"]],
          ] as JSON
        },
        picture: { state, address in
          if !state.isOn { return nil }
          return address == "lamp" ? LampApp.png : address == "page" ? Array("<svg/>".utf8) : nil
        })
    }
  }
}
