import ReferenceApp
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import ReferenceCommand

/// What the runner determines from an app's types alone, here those of the reference app.
@Suite struct NamesTests {
  private static let names = AppNames(CommandLineApp())

  /// Returns the mistakes in one line of a scenario.
  static func mistakes(_ line: String) -> [String] {
    let file = ScenarioFile(SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(line)\n".utf8)), names: names)
    return file.diagnostics.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }
  }

  @Test func `Every action has a valid example that can be written in a scenario`() throws {
    let entries = ActionCatalogue(CommandLineApp()).entries
    #expect(entries.count == Set(entries.map(\.name)).count && entries.count > 60)
    for entry in entries {
      let text = try #require(entry.text, "\(entry.name) has no example")
      let action = try #require(entry.json).decode(AppReducer.Action.self, .strict)
      #expect(CaseText(action).name == entry.name)
      #expect(Self.mistakes("dispatch \(text)") == [], "\(text)")
    }
    #expect(entries.contains { $0.name == "events.addFailed.request.offline" && $0.text != nil })
    #expect(entries.first { $0.name == "auth.typed" }?.text == #"auth.typed "ann@example.org""#)
  }

  @Test(arguments: [
    ("dispatch auth.sumbit", "unknown action 'sumbit' (did you mean 'submit'?)"),
    (
      "dispatch feed",
      "'feed' needs a payload (one of: feed.load, feed.retry, feed.open, feed.select, feed.deselect, feed.cached, feed.loaded, feed.failed, …)"
    ),
    (
      "dispatch feed.load",
      #"'feed.load' needs a payload (one of: feed.load "hound", feed.load "husky", feed.load "pug", feed.load "labrador")"#
    ),
    (
      "dispatch feed.load \"poodle\"",
      #"feed.load: unknown case "poodle"; known cases: "hound", "husky", "pug", "labrador""#
    ),
    ("dispatch feed.load \"hsuky\"", #"feed.load: unknown case "hsuky"; did you mean "husky"?"#),
    ("dispatch feed.retry 5", "feed.retry: this case has no payload; remove it"),
    ("dispatch events.open \"x\"", "events.open: expected a number, not a string"),
    ("expect state auth.sesion == 1", "unknown name 'sesion' (did you mean 'session'?)"),
    ("expect state feed.phase.loadde isEmpty", "unknown name 'loadde' (did you mean 'loaded'?)"),
    ("expect state events.list.value.name == \"x\"", "this is a list ([0], [-1], [*] or [?id == 7])"),
    ("expect state members.session.signedIn.naem == \"x\"", "unknown name 'naem' (did you mean 'name'?)"),
    (#"expect effects "feed.lod" requested isEmpty"#, "no effect is named 'feed.lod' (did you mean 'feed.load'?)"),
    (#"await effects "fed" pending isEmpty"#, "no effect is named 'fed' (did you mean 'feed'?)"),
    (#"expect effects "feed." pending isEmpty"#, "no effect is named 'feed.' (one of: load, picture)"),
    (#"expect actions "feed.lod" isEmpty"#, "no action is named 'feed.lod' (did you mean 'feed.load'?)"),
    (
      #"expect actions "auth.submit.x" isEmpty"#, "no action is named 'auth.submit.x' ('auth.submit' is the whole name)"
    ),
    (#"expect actions "auth.typed.x" isEmpty"#, "no action is named 'auth.typed.x' ('auth.typed' is the whole name)"),
    (
      #"expect actions "feed.load.husky" isEmpty"#,
      "no action is named 'feed.load.husky' ('feed.load' is the whole name)"
    ),
    ("expect screen rows[?txt == \"x\"] absent", "unknown name 'txt' (did you mean 'text'?)"),
    ("expect state events.list.value[?nam == \"x\"] absent", "unknown name 'nam' (did you mean 'name'?)"),
    (#"expect http "GTE /feed" isEmpty"#, "'GTE' is not a method (did you mean 'GET'?)"),
    ("expect tokn absent", "unknown query 'tokn' (did you mean 'token'?)"),
    ("expect screen tilte == \"x\"", "unknown name 'tilte' (did you mean 'title'?)"),
    ("expect screen buttons[0].isEnabeld == true", "unknown name 'isEnabeld' (did you mean 'isEnabled'?)"),
  ])
  func `An unknown name is reported with a suggestion`(line: String, mistake: String) {
    #expect(Self.mistakes(line) == [mistake])
  }

  @Test(arguments: [
    "dispatch events.permit \"friends\"", "dispatch members.typed [\"name\", \"Ana\"]",
    "expect state feed.phase.loaded[0] contains \"x\"", "expect state pendingLink.image isNull",
    "expect state events.detail.event.value.name == \"x\"", "expect screen rows[*].text contains \"x\"",
    "expect screen tabs[?isSelected == true] exists", #"expect effects "feed" pending isEmpty"#,
    #"expect effects "chat.room" cancelled isEmpty"#, #"expect actions "feed.load" isEmpty"#,
  ])
  func `A valid name is accepted`(line: String) { #expect(Self.mistakes(line) == []) }

  @Test(arguments: [
    ("dispatch feed.failed(\"poodle\").status 1", "\"poodle\""),
    ("dispatch feed.failed(\"hound\").status \"x\"", "\"x\""),
    ("dispatch members.typed [\"name\", 3]", "[\"name\", 3]"),
  ])
  func `A wrong payload is marked where it is written`(line: String, marked: String) {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(line)\n".utf8))
    #expect(ScenarioFile(source, names: Self.names).diagnostics.map { source.text($0.range) } == [marked])
  }

  @Test(arguments: [
    (#"expect state auth.form.typed == 3"#, "this value is a string, not a number"),
    (
      "expect state auth.form == null",
      "this value is an object, not null ('exists', 'present' and 'absent' test whether there is a value)"
    ),
    (
      "expect state events.list.value == 3",
      "this value is a list or null, not a number (for the number of elements: count == 3)"
    ),
    (#"expect state events.list.value count == "3""#, "this value is a number, not a string"),
    (#"expect state events.list.value first == "x""#, "this value is an object, not a string"),
    (#"expect state events.list.value contains "x""#, "an element is an object, not a string"),
    (#"expect state events.list.value == [{"id": "x"}]"#, "'[0].id' is a number, not a string"),
    (#"expect state events.list.value includes [{"idd": 4}]"#, "'[0]' has no 'idd' (did you mean 'id'?)"),
    ("expect state events.list.value[*].name contains 3", "an element is a string, not a number"),
    ("expect state events.list.value[*].id contains 1.5", "an element is an integer, not 1.5"),
    (#"expect state feed.phase == "laoded""#, #"this value is never "laoded" (did you mean 'loaded'?)"#),
    (
      #"expect state feed.phase == "loaded""#,
      "'loaded' has a payload, so this value is never \"loaded\" (test for it with '.loaded exists' after the path)"
    ),
    (#"expect state feed.phase == {"idle": {}}"#, #"'idle' has no payload (write "idle")"#),
    (#"expect state feed.phase != {"loaded": 3}"#, "'loaded' is a list, not a number"),
    (#"expect state pendingLink oneOf [null, "a"]"#, "this value is an object or null, not a string"),
    (
      #"expect state events.list.value count > "3""#,
      "a number and a string cannot be ordered (only two numbers or two strings can)"
    ),
    (#"expect state events.list.value[?id == "1"] exists"#, "this value is a number, not a string"),
    ("expect clock between 1 and 3", "expected a value here (without 'and': between 1 3)"),
    (
      #"expect clock between 1 "3""#,
      "a number and a string cannot be ordered (only two numbers or two strings can)"
    ),
    ("expect effects pending == 0", "this value is a list, not a number (for the number of elements: count == 0)"),
    ("expect clock isEmpty", "this value is a number ('isEmpty' never holds for it)"),
    ("expect screen title contains 3", "a string doesn't contain a number"),
    (#"expect screen rows startsWith "x""#, "'startsWith' needs a string, but the value is a list"),
    (#"expect screen rows lower == "x""#, "'lower' needs a string, but the value is a list"),
    (#"expect http "GET /feed" last status == "200""#, "this value is a number, not a string"),
    ("capture x = state auth.form.typed count", "'count' needs a list or an object, but the value is a string"),
    ("await screen buttons[0].isEnabled == 1", "this value is true or false, not a number"),
  ])
  func `A value that a query never has is reported`(line: String, mistake: String) {
    #expect(Self.mistakes(line) == [mistake])
  }

  @Test(arguments: [
    "expect state events.list.value == null", "expect state events.list.value count == 3",
    "expect state events.list.value first keys contains \"x\"", "expect state feed.phase == \"idle\"",
    "expect state feed.phase == {\"loaded\": []}", "expect screen title not isNull", "expect answer body $ count == 3",
    "expect answer body == \"x\"", "expect screen rows toString == \"x\"",
    "expect state events.list.value[?id == 7].name toInt == 3", "expect token == 3", "expect actions == []",
    "expect state events.list.value[*].name join \",\" split \"x\" nth 0 length == 3", "expect clock == 1.5",
    "expect state events.list.value[*].id sort == [1, 2]",
  ])
  func `A possible value is accepted`(line: String) { #expect(Self.mistakes(line) == []) }
}
