import ColmeiaDebugging
import ColmeiaPlatform
import Foundation
import ReferenceApp

/// The reference app in a terminal. The app's `ScreenModel` contains everything to show and all possible actions. This
/// program draws it and translates keys to actions.
///
///     swift run colmeia backend --port 8080        # in one window
///     swift run Terminal http://127.0.0.1:8080     # in another
@main struct Terminal {
  /// A key was pressed, or the screen must be drawn again, because the state or the size of the terminal has changed.
  enum Event { case key(Key), changed, resized, picture(String, Result<Bitmap, Bitmap.Failure>?) }

  let store: Store<AppReducer>
  let environment: AppEnvironment
  let palette = Palette(ProcessInfo.processInfo.environment)
  /// The text of the secret that was typed last, which is in no screen, and the action of its field.
  var secret: (edit: AppReducer.Action, text: String)?
  let language: Language
  /// The log of requests, which Ctrl-R shows.
  let exchanges: ExchangeLog
  var showsExchanges = false
  var focus = Focus()
  let times: LocalTime
  /// The text of the date that is being typed, and the action of its field.
  var date: (edit: AppReducer.Action, text: String)?
  /// The number of characters behind the caret, and the action of its field.
  var caret: (edit: AppReducer.Action, behind: Int)?
  /// The names of the files that the path in the focused field can mean, until the next key.
  var candidates: [String] = []
  /// When Enter was pressed last, if no other key was pressed since.
  var entered: ContinuousClock.Instant?
  /// Whether fields were submitted, so that the first one with an error gets the focus.
  var hasSubmitted = false
  /// The pictures that were shown last, by address; `nil` while they are loaded, and if they couldn't be.
  var pictures: [String: Result<Bitmap, Bitmap.Failure>?] = [:]
  var rowsInLine = 1
  /// The number of cells in a line of the focused field.
  var fieldColumns = 1
  /// The current screen and its controls, until the state changes.
  var current: (model: ScreenModel, controls: [Control])?
  /// The lines on the terminal, and the place of its cursor.
  var shown: (lines: [String], cursor: Layout.Place?) = ([], nil)

  static func main() async throws {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    let (origin, folder) = (arguments.origin, arguments.folder)
    // Exempts servers on this machine from proxies. No other thread that could read the environment runs yet.
    if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) {
      setenv("no_proxy", exemption, 1)
    }
    #if os(Linux)
      // URLSession refuses the album's responses there.
      let transport = LinkTransport()
    #else
      let transport = URLSessionTransport()
    #endif
    let streams = PlatformStreamTransport()
    let sockets = PlatformWebSocketTransport()
    let exchanges = ExchangeLog()
    let environment = AppEnvironment.demo(
      at: origin, folder: folder, transport: ObservedTransport(transport, observer: exchanges.add), sockets: sockets,
      streams: ObservedStreamTransport(streams, observer: exchanges.add),
      random: { Double.random(in: 0..<1) },
      now: { Int(Date.now.timeIntervalSince1970) },
      accessToken: ProcessInfo.processInfo.environment["ACCESS_TOKEN"].map { Token($0) })
    await environment.answers?.warmUp()
    let store = Store(
      AppReducer.State(), AppReducer(), AppHandler(environment),
      trace: arguments.changes.map { file in
        // Without room for its changes, the app still works.
        changePrinter { try? file.write(contentsOf: Data("\($0)\n".utf8)) }
      })
    let screen = RawMode()
    let language = arguments.language
    var terminal = Terminal(
      store: store, environment: environment, language: language, exchanges: exchanges,
      times: LocalTime(language: language))
    await terminal.run()
    screen.end()
    if arguments.printsState { print(Cell.escaped("\(try JSON(encoding: store.state, .complete))")) }
    await store.shutdown()
    await streams.shutdown()
    await sockets.shutdown()
    await transport.shutdown()
  }

  mutating func run() async {
    let (events, send) = AsyncStream.makeStream(of: Event.self)
    store.subscribe({ $0 }, receive: { _ in send.yield(.changed) })
    // Another process may end this one, or close its terminal. It then leaves the raw mode, too.
    let signals = [
      (SIGWINCH, Event.resized), (SIGTERM, .key(.end)), (SIGHUP, .key(.end)), (SIGINT, .key(.end)),
      (SIGQUIT, .key(.end)),
    ].map { number, event in
      if number != SIGWINCH { signal(number, SIG_IGN) }
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { send.yield(event) }
      source.resume()
      return source
    }
    defer { for source in signals { source.cancel() } }
    Key.read {
      send.yield(.key($0))
    } end: {
      send.finish()
    }
    for action in AppReducer.start { store.send(action) }
    for await event in events {
      switch event {
      case .changed: current = nil
      case .resized: (current, shown.lines) = (nil, [])
      case .picture(let address, let picture): pictures[address] = .some(picture)
      case .key(let key):
        (candidates, hasSubmitted) = ([], false)
        let isHeld = key == .enter && entered.map { ContinuousClock.now - $0 < Self.repetition } ?? false
        entered = key == .enter ? .now : nil
        if !press(key, isHeld: isHeld) { return }
      }
      draw { [environment] address in
        Task {
          let bytes = await environment.picture(address)
          send.yield(.picture(address, bytes.map { file in Result { () throws(Bitmap.Failure) in try Bitmap(file) } }))
        }
      }
    }
  }

  /// The time within which another Enter is the same one, which is held. Keyboards wait up to 0.66 s until they repeat a
  /// key, and a terminal doesn't say that they do.
  private static let repetition = Duration.milliseconds(700)

  /// Returns the current screen and its controls.
  private mutating func screen() -> (model: ScreenModel, controls: [Control]) {
    if let current { return current }
    var model = store.state.screen(language)
    // The app knows only whether there is a secret. A person also wants to see that a key was accepted.
    for index in model.fields.indices where !model.fields[index].value.isEmpty && model.fields[index].isSecret {
      guard let secret, secret.edit == model.fields[index].edit else { continue }
      model.fields[index].value = String(repeating: "•", count: secret.text.count)
    }
    for field in model.fields where field.kind == .date { showDate(field, &model) }
    if model.layout == .text { model.rows = model.rows.flatMap(lines) }
    let screen = (model, Control.all(of: model))
    current = screen
    return screen
  }

  /// Shows a date as it is being typed or as usual, in the person's time zone.
  private func showDate(_ field: ScreenModel.Field, _ model: inout ScreenModel) {
    let typed = date.flatMap { $0.edit == field.edit && times.value($0.text) == field.value ? $0.text : nil }
    let label = times.label(field.label, field.value)
    for index in model.messages.indices where model.messages[index].field == field.label {
      model.messages[index].field = label
    }
    for index in model.fields.indices where model.fields[index].edit == field.edit {
      model.fields[index].value = typed ?? times.shown(field.value)
      model.fields[index].label = label
    }
  }

  /// Returns a row of a text as rows that fit into the terminal.
  private func lines(_ row: ScreenModel.Row) -> [ScreenModel.Row] {
    if row.action != nil || row.text.isEmpty { return [row] }
    return Line.wrapped(row.text, RawMode.size.columns).map { line in
      var part = row
      part.text = line
      return part
    }
  }

  private mutating func send(_ action: AppReducer.Action) {
    store.send(action)
    current = nil
  }

  /// Handles a key. Returns `false` if it ends the program.
  private mutating func press(_ key: Key, isHeld: Bool = false) -> Bool {
    let (model, controls) = screen()
    switch (key, focus.control(on: model, controls)) {
    case (.end, _): return false
    case (.exchanges, _): showsExchanges.toggle()
    case (.back, _):
      guard let back = model.buttons.first(where: { $0.role == .back && $0.isEnabled }) else { break }
      focus.goBack()
      send(back.action)
    // The arrows choose an option.
    case (.left, .field(let field)) where field.kind == .choice: choose(-1, field)
    case (.right, .field(let field)) where field.kind == .choice: choose(1, field)
    case (.next, .field(let field)) where field.kind == .file && complete(field): break
    case (.text, .row) where model.layout == .conversation && !model.fields.isEmpty:
      focus.enter(model.fields[0])
      return press(key)
    // The tabs are beside each other, above everything else.
    case (.up, .tab), (.down, .tab): focus.leaveTabs(up: key == .up, on: model, controls)
    case (_, .field(let field)) where field.kind != .choice && edit(field, key): break
    case (.up, _) where focus.isBelowTabs(model, controls): focus.enterTabs(model, controls)
    case (.previous, _): focus.leap(by: -1, on: model, controls)
    case (.next, _): focus.leap(by: 1, on: model, controls)
    case (.submit, _): if let button = model.buttons.first(where: { $0.role == .submit }) { submit(button) }
    case (.left, .field), (.right, .field): break
    case (.up, _): moveLine(-1, model, controls)
    case (.down, _): moveLine(1, model, controls)
    case (.left, _): focus.move(by: -1, on: model, controls)
    case (.right, _): focus.move(by: 1, on: model, controls)
    case (.pageUp, _): focus.page(by: -10, on: model, controls)
    case (.pageDown, _): focus.page(by: 10, on: model, controls)
    case (.first, _): focus.move(by: -controls.count, on: model, controls, wraps: false)
    case (.last, _): focus.move(by: controls.count, on: model, controls, wraps: false)
    case (.enter, .tab(let tab)): send(tab.action)
    // A second Enter that follows a change of the screen was meant for the control that had the focus before. A held one
    // must neither answer the question that it has asked, nor run through the fields and submit them.
    case (.enter, .row) where focus.hasJustMoved || isHeld, (.enter, .button) where focus.hasJustMoved || isHeld,
      (.enter, .field) where isHeld:
      break
    case (.enter, .row(let row)): if let action = row.action { send(action) }
    // A disabled submit button sends its action, too, so that the app can say what is wrong.
    case (.enter, .button(let button)):
      if button.role == .submit { submit(button) } else if button.isEnabled { send(button.action) }
    case (.enter, .field(let field)):
      let button = model.buttons.first { $0.role == .submit }
      if field == model.fields.last, let button { submit(button) } else { focus.move(by: 1, on: model, controls) }
    case (.text, _), (.erase, _), (.delete, _), (.eraseWord, _), (.eraseLine, _), (.enter, nil): break
    }
    return true
  }

  private mutating func submit(_ button: ScreenModel.Button) {
    hasSubmitted = true
    send(button.action)
  }

  /// Moves the focus by a line. Rows may be beside each other.
  private mutating func moveLine(_ step: Int, _ model: ScreenModel, _ controls: [Control]) {
    let target = focus.position(on: model, controls) + step * rowsInLine
    if case .row = focus.control(on: model, controls), controls.indices.contains(target), case .row = controls[target] {
      focus.move(by: step * rowsInLine, on: model, controls)
    } else {
      focus.move(by: step, on: model, controls)
    }
  }

  /// Chooses the option that is this many after the current one. The first follows the last.
  private mutating func choose(_ offset: Int, _ field: ScreenModel.Field) {
    if field.options.isEmpty { return }
    let position = field.options.firstIndex(where: \.isSelected) ?? 0
    let option = field.options[(position + offset + field.options.count) % field.options.count]
    if let action = try? field.action(typing: option.value) { send(action) }
  }

  /// Returns the text and the caret of a field. If the app has emptied the field of a secret, or another secret has been
  /// typed since, its text starts anew.
  private func editor(_ field: ScreenModel.Field) -> Editor {
    var text = field.value
    if field.isSecret, !text.isEmpty { text = secret.flatMap { $0.edit == field.edit ? $0.text : nil } ?? "" }
    let behind = caret.flatMap { $0.edit == field.edit ? $0.behind : nil } ?? 0
    return Editor(text, behind: behind, isParagraph: field.kind == .paragraph)
  }

  /// Edits the text of a field. Returns `false` if the key isn't one of an editor.
  private mutating func edit(_ field: ScreenModel.Field, _ key: Key) -> Bool {
    let before = editor(field)
    var editor = before
    if !editor.press(key, fieldColumns) { return false }
    caret = (field.edit, editor.after.count)
    if editor.text != before.text { type(editor.text, field) }
    return true
  }

  private mutating func type(_ text: String, _ field: ScreenModel.Field) {
    if field.isSecret { secret = (field.edit, text) }
    if field.kind == .date { date = (field.edit, text) }
    if let action = try? field.action(typing: field.kind == .date ? times.value(text) : text) { send(action) }
  }

  /// Completes the path of a file. Returns `false` if there is nothing to complete.
  private mutating func complete(_ field: ScreenModel.Field) -> Bool {
    let (path, names) = FilePath.completed(field.value)
    if field.value.isEmpty || path == field.value && names.count < 2 { return false }
    caret = nil
    type(path, field)
    if names.count > 1 { candidates = names }
    return true
  }

  /// Returns the picture to draw, that of the screen or of the focused row, or else what is known about it.
  private mutating func picture(
    _ model: ScreenModel, _ control: Control?, _ load: (String) -> Void
  ) -> (drawn: Bitmap?, note: Phrase?) {
    var address = model.picture?.address
    let hasRoom = model.layout == .grid || RawMode.size.columns >= Layout.besideColumns
    if address == nil, palette.hasTrueColors, hasRoom, case .row(let row) = control { address = row.picture }
    guard let address else { return (nil, nil) }
    if !palette.hasTrueColors { return (nil, .pictureAddress(address)) }
    switch pictures[address] {
    case .success(let bitmap)??: return (bitmap, nil)
    case .failure(.format(let name))??: return (nil, .undrawnPicture(name, address))
    case .failure(.tooLarge)??: return (nil, .largePicture(address))
    case .failure(.damaged)??: return (nil, .damagedPicture(address))
    case .some(nil): return (nil, nil)
    case nil:
      if pictures.count >= Self.pictureLimit { pictures = [:] }
      pictures[address] = .some(nil)
      load(address)
      return (nil, nil)
    }
  }

  private static let pictureLimit = 16

  private mutating func draw(loadingPicture load: (String) -> Void) {
    let (model, controls) = screen()
    let refused = model.fields.first { field in
      model.messages.contains { $0.kind == .error && $0.field == field.label }
    }
    if hasSubmitted, let refused {
      hasSubmitted = false
      focus.enter(refused)
    }
    let position = focus.position(on: model, controls)
    let control = controls.indices.contains(position) ? controls[position] : nil
    // A date that is no longer typed is shown as usual.
    let typing: AppReducer.Action? = if case .field(let field) = control { field.edit } else { nil }
    if let date, date.edit != typing {
      (self.date, current) = (nil, nil)
      return draw(loadingPicture: load)
    }
    let size = RawMode.size
    let picture = picture(model, control, load)
    var extras = Layout.Extras(
      language: language, picture: picture.drawn, note: picture.note?.text(language), candidates: candidates)
    if case .field(let field) = control, field.kind != .choice {
      extras.editor = editor(field)
      if field.isSecret { extras.editor = Editor(field.value, behind: extras.editor?.after.count ?? 0) }
    }
    if showsExchanges { extras.exchanges = exchanges.records.map(\.description) }
    let layout = Layout(model, controls, position, extras, palette, columns: size.columns)
    (rowsInLine, fieldColumns) = (layout.rowsInLine, layout.fieldColumns)
    let new = layout.drawn(size.lines, focus: position, row: focus.row)
    if new == shown { return }
    shown = new
    // Each line is cleared before it is written, and nothing else, so that the terminal doesn't flicker.
    let text = new.lines.dropLast().map { "\u{1B}[K\($0)\r\n" }.joined() + "\u{1B}[J" + (new.lines.last ?? "")
    let cursor = new.cursor.map { "\u{1B}[\($0.line);\($0.column)H\u{1B}[?25h" } ?? "\u{1B}[?25l"
    RawMode.write("\u{1B}[?25l\u{1B}[H" + text + cursor)
  }
}
