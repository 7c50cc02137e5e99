import ColmeiaTable
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app with rows, whose effects have names such as `item.mark`.
private struct Shop: Reducer {
  struct Item: Reducer {
    struct State: Equatable, Codable, Identifiable, Sendable { var id: Int, isMarked = false }
    enum Action: Equatable, Codable, Sendable {
      case mark, marked
      enum CodingKeys: String, CodingKey, CaseIterable { case mark, marked }
    }
    enum Effect: Equatable, Codable, Sendable {
      case mark, price(String)
      enum CodingKeys: String, CodingKey, CaseIterable { case mark, price }
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .mark: return .run(.mark)
      case .marked:
        state.isMarked = true
        return .none
      }
    }
  }
  struct State: Equatable, Codable, Sendable { var items = EntityTable([Item.State(id: 1), Item.State(id: 2)]) }
  enum Action: Equatable, Codable, Sendable {
    case item(Int, Item.Action)
    enum CodingKeys: String, CodingKey, CaseIterable { case item }
  }
  enum Effect: Equatable, Codable, Sendable {
    case item(Int, Item.Effect)
    enum CodingKeys: String, CodingKey, CaseIterable { case item }
  }
  let items = ChildRows(\State.items, Item(), Action.item, Effect.item)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .item(let id, let action): items.reduce(&state, id, action)
    }
  }
}

private struct ShopApp: RunnableApp {
  typealias Root = Shop
  struct Handler: EffectHandler {
    func work(for effect: Shop.Effect) -> Work<Shop.Action> {
      switch effect {
      case .item(let id, .mark): .action(.item(id, .marked))
      case .item: .done
      }
    }
  }
  let name = "shop"
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Shop> {
    LocalWorld { Device(Shop.State(), Shop(), Handler()) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct CaseTextTests {
  private enum Keyed: Equatable, Codable {
    case boil(Heat), move(Int, to: Heat), turn(by: Heat), at(id: Int, Heat), maybe(Int, Heat?), name(Int, Raw)
  }
  private enum Heat: Equatable, Codable { case low, exact(Int) }
  private enum Raw: String, Codable { case a }

  @Test(
    arguments: [
      (.boil(.low), "boil.low", "boil.low"), (.boil(.exact(3)), "boil.exact", "boil.exact 3"),
      (.at(id: 3, .low), "at.low", "at(id: 3).low"), (.at(id: 3, .exact(4)), "at.exact", "at(id: 3).exact 4"),
      (.move(3, to: .low), "move.low", #"move {"_0":3,"to":"low"}"#),
      (.turn(by: .exact(3)), "turn.exact", #"turn {"by":{"exact":3}}"#),
      (.maybe(3, .low), "maybe", #"maybe [3,"low"]"#), (.name(3, .a), "name", #"name [3,"a"]"#),
    ] as [(Keyed, String, String)])
  private func `The last payload continues the name, and the text is that of a scenario`(
    value: Keyed, name: String, text: String
  ) throws {
    let found = CaseText(value)
    #expect(found.name == name)
    #expect(found.text == text)
    guard case .dispatch(let action) = ScenarioFile("scenario \"t\"\ndispatch \(text)\n").firstStatement else {
      Issue.record("no action")
      return
    }
    #expect(try action.json(Variables()).decode(Keyed.self) == value)
  }

  @Test func `An effect of an enum with raw values is named by its case`() {
    enum Effect: String, Codable { case boil, pour }
    let boil = CaseText(Effect.boil)
    #expect(boil.text == "boil" && boil.isNamed("boil") && !boil.isNamed("pour"))
  }

  @Test func `An effect has its own name and that of its feature`() {
    let load = CaseText(["feed": ["load": "husky"]] as JSON, leading: [nil, nil])
    #expect(load.text == #"feed.load "husky""#)
    for name in ["feed", "feed.load"] { #expect(load.isNamed(name), "\(name)") }
    for name in ["fee", "feed.loa", "feed.load.husky", "load", "", "feed.load husky", "feed."] {
      #expect(!load.isNamed(name), "\(name)")
    }
  }

  @Test func `A scenario names the actions and effects of rows`() async {
    let failures = await RunTests.failures(
      of: ShopApp(),
      """
      scenario "t"
      dispatch item(1).mark
      settle
      expect state items[0].isMarked == true
      expect effects "item.mark" completed count 1
      expect effects "item.price" requested isEmpty
      expect actions "item.marked" count 1
      expect actions "item.marked" == ["item(1).marked"]
      """)
    #expect(failures == [])
  }

  @Test(arguments: [
    (#"expect effects "item.makr" requested isEmpty"#, "no effect is named 'item.makr' (did you mean 'item.mark'?)"),
    (
      #"expect effects "item.price.x" requested isEmpty"#,
      "no effect is named 'item.price.x' ('item.price' is the whole name)"
    ),
    (#"expect actions "item.makred" isEmpty"#, "no action is named 'item.makred' (did you mean 'item.marked'?)"),
    (#"expect actions "item.marked" isEmpty"#, nil), (#"expect effects "item.price" requested isEmpty"#, nil),
  ])
  func `The names of rows are checked`(line: String, mistake: String?) {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(line)\n".utf8))
    let file = ScenarioFile(source, names: AppNames(ShopApp()))
    #expect(file.diagnostics.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") } == (mistake.map { [$0] } ?? []))
  }

  @Test func `The actions of rows are listed with examples`() {
    #expect(
      ActionCatalogue(ShopApp()).entries.map { "\($0.name): \($0.text ?? "")" } == [
        "item.mark: item(1).mark", "item.marked: item(1).marked",
      ])
  }

  @Test func `A front end can claim one effect of rows`() async throws {
    let frontEnd = ScriptedFrontEnd([
      .send(#"{"hello": {"protocol": 2, "claims": ["item.mark"]}}"#), .send(#"{"dispatch": {"item": [2, "mark"]}}"#),
      .wait(for: "number"), .send(#"{"end": 1}"#), .send(#""bye""#),
    ])
    #expect(try await frontEnd.run(ShopApp(), folder: nil) == .success)
    #expect(
      frontEnd.received.filter { $0["perform"] != nil } == [
        ["perform": ["effect": ["item": [2, "mark"]], "number": 1]]
      ])
  }

  @Test func `An action is shown as it is written in a scenario`() {
    func text(_ json: JSON, _ leading: Int?...) -> String { CaseText(json, leading: leading).text }
    #expect(text(["feed": ["load": "husky"]], nil, nil) == "feed.load \"husky\"")
    #expect(text(["feed": ["load": "husky"]], nil, nil, nil) == "feed.load.husky")
    #expect(text(["auth": "submit"], nil, nil) == "auth.submit")
    #expect(text(["a": ["email": "x y"]], nil) == "a {\"email\":\"x y\"}")
    #expect(text(["item": [3, "mark"]], 1, nil) == "item(3).mark")
    #expect(text(["item": [3, ["rename": "x"]]], 1, nil) == "item(3).rename \"x\"")
    #expect(text(["item": ["id": "a b", "_1": "mark"]], 1, nil) == "item(id: \"a b\").mark")
    #expect(text(["item": ["id": 3, "action": "mark"]], 1, nil) == "item {\"id\":3,\"action\":\"mark\"}")
  }
}
