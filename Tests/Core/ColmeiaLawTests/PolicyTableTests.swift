import Testing

@testable import Colmeia

/// The 4 × 4 table of policies and starts, with one script for each cell. See ``Script`` for the syntax.
@Suite struct PolicyTableTests {
  struct Cell: CustomTestStringConvertible, Sendable {
    let policy: Policy
    let start: String
    let script: String
    init(_ policy: Policy, _ start: String, _ script: String) {
      self.policy = policy
      self.start = start
      self.script = script
    }
    var testDescription: String { "\(policy) \(start)" }
  }

  @Test(arguments: now + after + debounce + throttle)
  func `Law 3: each combination of a policy and a start behaves as specified in the table`(cell: Cell) {
    var script = Script(cell.policy, cell.start)
    #expect(script.run(cell.script) == Script.lines(cell.script))
    #expect(script.machine.pending == 0)
    #expect(script.machine.table.isBlank == true)
  }

  @Test func `The table has each combination of a policy and a start`() {
    let cells = (Self.now + Self.after + Self.debounce + Self.throttle).map(\.testDescription)
    let all = EffectStart.all(.seconds(1)).flatMap { start in Policy.allCases.map { "\($0) \(start.word)" } }
    #expect(cells == all)
  }

  static let now = [
    Cell(
      .concurrent, "now",
      """
      A  -> +A
      B  -> +B
      A. ->
      B. ->
      """),
    Cell(
      .replace, "now",
      """
      A  -> +A
      B  -> -A +B
      A. ->
      C  -> -B +C
      C. ->
      B. ->
      """),
    Cell(
      .keep, "now",
      """
      A  -> +A
      B  ->
      A. ->
      C  -> +C
      C. ->
      """),
    Cell(
      .queue, "now",
      """
      A  -> +A
      B  ->
      C  ->
      A. -> +B
      B. -> +C
      C. ->
      """),
  ]

  static let after = [
    Cell(
      .concurrent, "after",
      """
      A  -> t1
      B  -> t2
      t2 -> +B
      t1 -> +A
      A. ->
      B. ->
      """),
    Cell(
      .replace, "after",
      """
      A  -> t1
      B  -> -t1 t2
      t2 -> +B
      C  -> -B t3
      D  -> -t3 t4
      B. ->
      t4 -> +D
      D. ->
      """),
    Cell(
      .keep, "after",
      """
      A  -> t1
      B  -> t2
      t2 ->
      t1 -> +A
      C  -> t3
      A. ->
      t3 -> +C
      C. ->
      """),
    Cell(
      .queue, "after",
      """
      A  -> t1
      B  -> t2
      C  -> t3
      t2 ->
      t1 -> +A
      A. -> +B
      t3 ->
      B. -> +C
      C. ->
      """),
  ]

  static let debounce = [
    Cell(
      .concurrent, "debounce",
      """
      A  -> t1
      B  -> -t1 t2
      t1 ->
      t2 -> +B
      C  -> t3
      t3 -> +C
      B. ->
      C. ->
      """),
    Cell(
      .replace, "debounce",
      """
      A  -> t1
      t1 -> +A
      B  -> -A t2
      C  -> -t2 t3
      t3 -> +C
      A. ->
      C. ->
      """),
    Cell(
      .keep, "debounce",
      """
      A  -> t1
      t1 -> +A
      B  -> t2
      t2 ->
      A. ->
      C  -> t3
      D  -> -t3 t4
      t4 -> +D
      D. ->
      """),
    Cell(
      .queue, "debounce",
      """
      A  -> t1
      t1 -> +A
      B  -> t2
      t2 ->
      C  -> t3
      D  -> -t3 t4
      A. -> +B
      t4 ->
      B. -> +D
      D. ->
      """),
  ]

  static let throttle = [
    Cell(
      .concurrent, "throttle",
      """
      A  -> +A t1
      B  ->
      C  ->
      t1 -> +C t2
      t2 ->
      D  -> +D t3
      t3 ->
      A. ->
      C. ->
      D. ->
      """),
    Cell(
      .replace, "throttle",
      """
      A  -> +A t1
      B  ->
      C  ->
      t1 -> -A +C t2
      t2 ->
      D  -> -C +D t3
      A. ->
      C. ->
      D. ->
      t3 ->
      """),
    Cell(
      .keep, "throttle",
      """
      A  -> +A t1
      B  ->
      t1 -> t2
      C  ->
      A. ->
      t2 -> +C t3
      t3 ->
      D  -> t4
      C. ->
      t4 ->
      """),
    Cell(
      .queue, "throttle",
      """
      A  -> +A t1
      B  ->
      C  ->
      t1 -> t2
      D  ->
      A. -> +C
      t2 -> t3
      C. -> +D
      t3 ->
      D. ->
      """),
  ]
}
