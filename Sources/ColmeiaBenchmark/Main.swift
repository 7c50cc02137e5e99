@main struct Benchmark {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let names = arguments.filter { !$0.hasPrefix("-") }
    if arguments.contains("--help") {
      return print(
        """
        colmeia-benchmark [--json] [ROW ...]
        Measures the rows of the speed table, or the named ones, beside the baselines of the same run.
        """)
    }
    let isJSON = arguments.contains("--json")
    let all = rows()
    guard let mutex = all.first(where: { $0.name == "mutex" }) else { return }
    if !isJSON { printLine("row", "median", "span", "target", "x mutex", "allocations", "what") }
    for row in all where names.isEmpty || names.contains(row.name) {
      let result = await measure(row, against: mutex)
      if isJSON { printJSON(result) } else { printRow(result) }
    }
    await CableLane.shared.close()
  }

  static func printRow(_ result: Measurement) {
    let target = result.row.target.map { "\(text($0))\(result.median <= $0 ? "" : " !")" } ?? ""
    printLine(
      result.row.name, text(result.median), "\(text(result.low))-\(text(result.high))", target,
      text(result.multiple), result.allocations.map(text) ?? "?", result.row.what)
  }

  static func printLine(
    _ name: String, _ median: String, _ span: String, _ target: String, _ multiple: String,
    _ allocations: String, _ what: String
  ) {
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let name = name + String(repeating: " ", count: max(0, 7 - name.count))
    print(
      name + pad(median, 10) + pad(span, 18) + pad(target, 11) + pad(multiple, 9) + pad(allocations, 12) + "  "
        + what)
  }

  static func printJSON(_ result: Measurement) {
    let target = result.row.target.map { "\($0)" } ?? "null"
    let allocations = result.allocations.map { "\($0)" } ?? "null"
    print(
      #"{"row":"\#(result.row.name)","median_ns":\#(result.median),"target_ns":\#(target),"#
        + #""allocations":\#(allocations)}"#)
  }

  static func text(_ value: Double) -> String {
    if value >= 1_000 { return "\(Int(value.rounded()))" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
