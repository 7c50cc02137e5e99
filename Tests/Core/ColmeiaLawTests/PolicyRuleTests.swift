import Testing

@testable import Colmeia

/// Tests different policies on one id, and rules that the table of policies doesn't cover. See ``Script`` for the
/// syntax of the scripts.
@Suite struct PolicyRuleTests {
  func check(_ lines: String..., limit: Int = 1_000, location: SourceLocation = #_sourceLocation) {
    let text = lines.joined(separator: "\n")
    var script = Script(limit: limit)
    #expect(script.run(text) == Script.lines(text), sourceLocation: location)
  }

  @Test func `If an id is used with different policies, the policy of the new command applies`() {
    check(
      "A keep -> +A", "B replace -> -A +B", "C keep ->", "D queue ->", "E concurrent -> +E", "B. ->", "E. ->")
    check("A concurrent -> +A", "B concurrent -> +B", "C queue ->", "A. ->", "B. -> +C", "C. ->")
    check("A queue -> +A", "B queue ->", "C replace -> -A +C", "A. ->", "C. ->")
    check("A queue -> +A", "B queue ->", "C concurrent -> +C", "A. -> +B", "B. ->", "C. ->")
  }

  @Test func `An answer is reduced while its effect still occupies the id`() {
    check("A -> +A", "A= B keep ->", "C keep -> +C")
    check("A -> +A", "A= B replace -> -A +B", "B. ->")
    check("A -> +A", "A= B queue -> +B", "B. ->")
    check("A -> +A", "A~ B queue ->", "A. -> +B")
  }

  @Test func `A start that has waited considers only earlier commands`() {
    check("A replace after -> t1", "B now -> +B", "t1 -> +A", "B. ->", "A. ->")
    check("A keep after -> t1", "B now -> +B", "t1 -> +A")
    check("A queue after -> t1", "B now -> +B", "t1 -> +A")
    check("A now -> +A", "B replace after -> -A t1", "C now -> +C", "t1 -> +B", "C. ->")
    check("A -> +A", "B queue ->", "C keep after -> t1", "A. -> +B", "t1 ->")
    check("A after -> t1", "B queue ->", "C keep after -> t2", "t2 ->", "t1 -> +A", "A. -> +B")
  }

  @Test func `A renewed debounce counts as a new command`() {
    check("A keep debounce -> t1", "B now -> +B", "C keep debounce -> -t1 t2", "t2 ->")
    check("A replace debounce -> t1", "B now -> +B", "C replace debounce -> -t1 -B t2", "t2 -> +C")
  }

  @Test func `A renewed debounce releases the start that was queued behind the old one`() {
    check("A debounce -> t1", "B queue ->", "C debounce -> -t1 t2 +B", "t2 -> +C")
  }

  @Test func `A newer trailing start counts as a new command, and releases the start queued behind the old one`() {
    check("A throttle -> +A t1", "A. ->", "B throttle ->", "C queue ->", "D throttle -> +C", "t1 -> +D t2")
    check(
      "A throttle -> +A t1", "A. ->", "B keep throttle ->", "C now -> +C", "D keep throttle ->", "t1 -> t2")
  }

  @Test func `Replace cancels everything of its id: running, waiting, queued and trailing starts, and the window`() {
    let all = """
      A throttle -> +A t1
      B throttle ->
      C queue ->
      D after -> t2
      E debounce -> t3
      """
    check(all, "F replace -> -A -t2 -t3 -t1 +F", "t1 ->", "t2 ->", "A. ->", "F. ->")
    check(all, "F replace throttle ->", "t1 -> -A -t2 -t3 +F t4")
    check(all, "cancel x -> -A -t2 -t3 -t1", "A. ->")
    check("A now -> +A", "B replace throttle -> -A +B t1")
  }

  @Test func `A replacing debounce drops what runs and closes the window in the same step`() {
    check("A throttle -> +A t1", "B replace debounce -> -A -t1 t2", "t2 -> +B", "C throttle -> +C t3")
  }

  @Test func `What the same step cancels never begins`() {
    check("A, cancel x ->", "B -> +B")
    check("A replace, B replace -> +B", "B. ->")
    check("A queue, B queue, cancel x ->", "C queue -> +C")
    check("A -> +A", "B replace, C replace -> -A +C")
  }

  @Test func `Cancelling one id does not affect others`() {
    check(
      "A -> +A", "y:B -> +B", "rows/1/x:C -> +C", "cancel x -> -A", "cancel x ->", "cancel z ->", "A. ->",
      "B. ->", "C. ->")
  }

  @Test func `Law 5: the queue waits until cancelled effects have stopped`() {
    check("A -> +A", "cancel x -> -A", "B queue ->", "C queue ->", "A. -> +B", "B. -> +C")
    check("A -> +A", "B after queue -> t1", "C replace -> -A -t1 +C", "D queue ->", "C. ->", "A. -> +D")
    check(
      "A -> +A", "B queue after -> t1", "y:Y ->  +Y", "cancel x -> -A -t1", "C queue after -> t2", "t2 ->",
      "A. -> +C")
  }

  @Test func `Keep ignores stopping effects and an open window`() {
    check("A -> +A", "cancel x -> -A", "B keep -> +B", "A. ->", "B. ->")
    check("A throttle -> +A t1", "A. ->", "B keep -> +B", "t1 ->")
    check("A throttle -> +A t1", "A. ->", "B throttle ->", "C keep ->", "t1 -> +B t2")
  }

  @Test func `A window closes if no start has arrived, and has the duration of the newest command`() {
    check(
      "A throttle(2) -> +A t1(2)", "t1 ->", "B throttle(3) -> +B t2(3)", "C throttle(4) ->", "t2 -> +C t3(4)",
      "t3 ->")
    check("A throttle(2) -> +A t1(2)", "B throttle(5) ->", "C throttle(3) ->", "t1 -> +C t2(3)")
  }

  @Test func `Effects without an id run concurrently with all others, immediately or later`() {
    check("-:A -> +A", "-:B -> +B", "-:C after -> t1", "A. ->", "t1 -> +C", "B. ->", "C. ->")
    check("rows/1/-:A after -> t1", "rows/1/-:B after -> t2", "t2 -> +B", "t1 -> +A", "B. ->", "A. ->")
  }

  @Test func `Law 4: cancelling a scope cancels everything below it, oldest first, and nothing else`() {
    let work = """
      rows/1/x:A after -> t1
      rows/1/-:B -> +B
      rows/1/photo/x:C -> +C
      rows/2/x:D -> +D
      x:E -> +E
      """
    check(work, "t1 -> +A", "cancelAll rows/1 -> -B -C -A", "D~ F -> +F")
    check(work, "cancelAll rows -> -t1 -B -C -D")
    check(work, "cancelAll rows/3 ->", "cancelAll photo ->", "cancelAll rows/1/photo -> -C")
    check("rows/1/x:A throttle -> +A t1", "rows/1/x:B throttle ->", "A. ->", "cancelAll rows -> -t1", "t1 ->")
  }

  @Test func `Law 4: the effects of a removed child are cancelled, even if it is added again`() {
    let work = """
      rows/1/x:A -> +A
      rows/1/photo/x:B after -> t1
      rows/2/x:C -> +C
      """
    check(
      work, "remove rows/1 -> -A -t1", "add rows/1 ->", "A~ D ->", "rows/1/x:E keep -> +E",
      "rows/1/x:F queue ->")
    check(work, "remove rows/1/photo -> -t1", "C= remove rows/2 -> -C", "A~ remove rows -> -A", "A. ->")
    check("remove rows/1, rows/1/x:A ->", "add rows/1 ->", "rows/1/x:B -> +B")
  }

  @Test func `Law 8: long-lived effects follow the list, and ignore cancel and cancelAll`() {
    check(
      "lasting A B -> +A +B", "cancel A ->", "lasting B A ->", "lasting B C -> -A +C", "A. ->",
      "lasting -> -B -C")
    check(
      "lasting A1 -> +A1", "lasting B A2 -> -A1 +B +A2", "A1. ->", "B. ->", "lasting A2 ->",
      "lasting B A2 -> +B")
    check("lasting A1 A2 B -> ! +A1 +B", "lasting A1 A2 B ->", "lasting A2 A1 -> -A1 -B ! +A2")
    check("lasting A -> +A", "A= lasting B -> -A +B", "B= lasting B ->", "x:C -> +C", "lasting ->")
  }

  @Test func `Law 7: after shutdown, only the ends of effects are accepted`() {
    let work = """
      A throttle -> +A t1
      B throttle ->
      C queue ->
      D after -> t2
      -:E -> +E
      lasting F -> +F
      """
    check(work, "end -> -A -t1 -t2 -E -F", "G ->", "A= H ->", "t1 ->", "t2 ->", "E. ->", "end ->", "F. ->")
  }

  @Test func `An effect beyond the limit is reported and not started`() {
    check("A -> +A", "B -> +B", "C -> !", "A. ->", "D -> +D", limit: 2)
    // Stopping effects and windows don't count against the limit, but their number is limited as well.
    check("A -> +A", "B replace -> -A +B", "C replace -> -B +C", "B. ->", "D -> !", "C. ->", "D -> +D", limit: 1)
    check(
      "A -> +A", "B replace -> -A +B", "C replace -> -B +C", "D replace -> -C +D", "E replace -> -D !", "A. ->",
      "E replace -> +E", limit: 1)
    check("A throttle -> +A t1", "B throttle -> !", "A. ->", "t1 ->", "C throttle -> +C t2", limit: 1)
    // A throttled effect that takes the last place has a window nevertheless. One that is refused has none.
    check(
      "A -> +A", "B replace -> -A +B", "C replace -> -B +C", "cancel x -> -C", "y:D throttle -> +D t1",
      "z:E throttle -> !", "A. ->", "B. ->", "y:F throttle -> !", "D. ->", "t1 ->", "z:E throttle -> +E t2", limit: 1)
    check(
      "A -> +A", "B queue -> !", "C after -> !", "D debounce -> !", "-:E -> !", "-:F after -> !",
      "lasting G -> !", limit: 1)
    check("A debounce -> t1", "B debounce -> -t1 t2", "t2 -> +B", "C keep ->", limit: 1)
  }

  @Test func `Law 8: a long-lived effect that was refused at the limit starts once there is room, oldest first`() {
    check("A -> +A", "lasting G -> !", "B -> !", "A. -> +G", "G. ->", "B -> +B", limit: 1)
    check("A -> +A", "lasting G -> !", "cancel x -> -A +G", "A. ->", limit: 1)
    check("A throttle -> +A t1", "B throttle -> !", "lasting G -> !", "A= lasting G H -> ! +G", "G. -> +H", limit: 1)
    check("A after -> t1", "lasting G -> !", "lasting ->", "t1 -> +A", "A. ->", limit: 1)
    check("A -> +A", "lasting G -> !", "end -> -A", "A. ->", limit: 1)
    check("A -> +A", "lasting G -> !", "lasting ->", "lasting H G -> ! !", "A. -> +H", "H. -> +G", limit: 1)
  }

  @Test func `A report about the limit names the id and the limit`() {
    var machine = Machine(ScriptedFeature.State(), ScriptedFeature(), effectLimit: 0)
    machine.send(ScriptedFeature.Action(effects: ScriptedFeature.Effects.run("A", id: "x").lift(in: "rows", 1)))
    #expect(
      machine.requests == [.report(.tooManyEffects(EffectID("x", in: EffectScope(["rows", 1])), limit: 0))])
  }
}
