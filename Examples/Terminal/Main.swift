import Colmeia
import ColmeiaApp
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaNetworking
import ColmeiaStorage
import Foundation

/// The reference app on a terminal. All that it shows, and all that one can do, is in the app's `ScreenModel`; here it is
/// drawn, and keys become actions.
///
///     swift run colmeia backend --port 8080        # in one window
///     swift run Terminal http://127.0.0.1:8080     # in another
@main struct Terminal {
  /// Something that one can move to.
  enum Control { case tab(Int), field(Int), row(Int), button(Int) }
  enum Event { case key(Key), changed }

  let store: Store<AppReducer>
  var focus = 0

  static func main() async throws {
    let printsState = CommandLine.arguments.contains("--print-state")
    let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--print-state" }
    guard (1...2).contains(arguments.count), !arguments.contains("--help"), let origin = try? BaseURL(arguments[0])
    else {
      print(
        "Usage: Terminal ORIGIN [FOLDER] [--print-state]\nORIGIN is where the back end is; tokens are kept in FOLDER.")
      exit(arguments.contains("--help") ? 0 : 2)
    }
    let folder = arguments.count > 1 ? arguments[1] : NSHomeDirectory() + "/.colmeia"
    let transport = URLSessionTransport()
    let streams = PlatformStreamTransport()
    let sockets = PlatformSocketTransport()
    let environment = AppEnvironment.demo(
      at: origin, folder: folder, transport: transport, sockets: sockets, streams: streams,
      random: { Double.random(in: 0..<1) },
      now: { Int(Date.now.timeIntervalSince1970) })
    let store = Store(AppReducer.State(), AppReducer(), AppHandler(environment))
    let screen = RawMode()
    var terminal = Terminal(store: store)
    await terminal.run()
    screen.end()
    if printsState { print(try JSON(encoding: store.state, .complete)) }
    await store.shutdown()
    await streams.shutdown()
    await sockets.shutdown()
    await transport.shutdown()
  }

  mutating func run() async {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    store.subscribe({ $0 }, receive: { _ in send.yield(.changed) })
    Key.read {
      send.yield(.key($0))
    } end: {
      send.finish()
    }
    for action in AppReducer.start + [.events(.load)] { store.send(action) }
    for await event in events {
      if case .key(let key) = event, !press(key) { return }
      draw()
    }
  }

  private var model: ScreenModel { store.state.screen(.portuguese) }

  private func controls(_ model: ScreenModel) -> [Control] {
    model.tabs.indices.map(Control.tab) + model.fields.indices.map(Control.field)
      + model.rows.indices.filter { model.rows[$0].action != nil }.map(Control.row)
      + model.buttons.indices.map(Control.button)
  }

  /// Does what a key means; `false` when it ends the program.
  private mutating func press(_ key: Key) -> Bool {
    let model = model
    let controls = controls(model)
    guard !controls.isEmpty else { return key != .end }
    focus = min(focus, controls.count - 1)
    switch (key, controls[focus]) {
    case (.end, _): return false
    case (.up, _): focus = (focus + controls.count - 1) % controls.count
    case (.down, _): focus = (focus + 1) % controls.count
    case (.enter, .tab(let index)): store.send(model.tabs[index].action)
    case (.enter, .row(let index)): if let action = model.rows[index].action { store.send(action) }
    case (.enter, .button(let index)): if model.buttons[index].isEnabled { store.send(model.buttons[index].action) }
    case (.enter, .field): focus = (focus + 1) % controls.count
    case (.character(let character), .field(let index)): type(model.fields[index]) { $0 + String(character) }
    case (.erase, .field(let index)): type(model.fields[index]) { String($0.dropLast()) }
    case (.character, _), (.erase, _): break
    }
    return true
  }

  /// A secret's text is not in the model; what was typed of it so far is the app's, so that it is typed anew.
  private func type(_ field: ScreenModel.Field, _ change: (String) -> String) {
    let text = change(field.isSecret ? store.state.members.form.password.value : field.value)
    if let action = try? field.action(typing: text) { store.send(action) }
  }

  private func draw() {
    let model = model
    let controls = controls(model)
    let focused = controls.isEmpty ? nil : controls[min(focus, controls.count - 1)]
    func mark(_ isFocused: Bool, _ text: String) -> String { isFocused ? "\u{1B}[7m\(text)\u{1B}[0m" : text }
    var lines: [String] = []
    lines.append(
      model.tabs.enumerated().map { index, tab in
        var isHere = false
        if case .tab(index) = focused { isHere = true }
        return mark(isHere, tab.isSelected ? "[\(tab.label)]" : " \(tab.label) ")
      }.joined(separator: " "))
    lines.append("\u{1B}[1m\(model.title)\u{1B}[0m\(model.isBusy ? " …" : "")")
    lines += model.messages.map { "\u{1B}[33m! \($0)\u{1B}[0m" }
    for (index, field) in model.fields.enumerated() {
      var isHere = false
      if case .field(index) = focused { isHere = true }
      lines.append(mark(isHere, "\(field.label): \(field.value)"))
    }
    for (index, row) in model.rows.enumerated() {
      var isHere = false
      if case .row(index) = focused { isHere = true }
      lines.append(mark(isHere, "\(row.isSelected ? "*" : " ") \(row.text)  \(row.detail)"))
    }
    for (index, button) in model.buttons.enumerated() {
      var isHere = false
      if case .button(index) = focused { isHere = true }
      lines.append(mark(isHere, button.isEnabled ? "<\(button.label)>" : "(\(button.label))"))
    }
    FileHandle.standardOutput.write(Data(("\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\r\n") + "\r\n").utf8))
  }
}
