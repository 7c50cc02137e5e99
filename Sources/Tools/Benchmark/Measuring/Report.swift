/// The formatted results: a table of 80 columns, or JSON.
enum Report {
  static let head = line("row", "median", "× mutex", "× beside", "goal", "", "allocs")

  static func text(_ result: Measurement) -> String {
    let goal = result.row.goal.map { goal in
      goal.unit == .nanoseconds ? "≤ " + time(goal.target) : "≤ \(number(goal.target)) \(goal.unit)"
    }
    let first = line(
      result.row.name, time(result.median), times(result.timesMutex), result.timesBeside.map(times) ?? "", goal ?? "",
      result.isMet.map { $0 ? "yes" : "no" } ?? "", result.allocations.map(number) ?? "")
    return ([first] + wrap(result.row.what, 78).map { "  " + $0 }).joined(separator: "\n")
  }

  static func json(_ result: Measurement) -> String {
    var fields = [
      (#""row""#, "\"\(result.row.name)\""), (#""median_ns""#, "\(result.median)"), (#""low_ns""#, "\(result.low)"),
      (#""high_ns""#, "\(result.high)"), (#""mutex_ns""#, "\(result.mutex)"),
      (#""times_mutex""#, "\(result.timesMutex)"),
    ]
    if let times = result.timesBeside { fields.append((#""times_beside""#, "\(times)")) }
    if let goal = result.row.goal {
      fields += [
        (#""goal""#, "\(goal.target)"), (#""limit""#, "\(goal.limit)"), (#""unit""#, "\"\(goal.unit)\""),
        (#""met""#, "\(result.isMet == true)"),
      ]
    }
    if let allocations = result.allocations { fields.append((#""allocations""#, "\(allocations)")) }
    return "{" + fields.map { "\($0):\($1)" }.joined(separator: ",") + "}"
  }

  /// Returns nanoseconds in a suitable unit.
  static func time(_ nanoseconds: Double) -> String {
    switch abs(nanoseconds) {
    case ..<1_000: "\(number(nanoseconds)) ns"
    case ..<1_000_000: "\(number(nanoseconds / 1_000)) µs"
    case ..<1_000_000_000: "\(number(nanoseconds / 1_000_000)) ms"
    default: "\(number(nanoseconds / 1_000_000_000)) s"
    }
  }

  static func times(_ multiple: Double) -> String {
    switch abs(multiple) {
    case 0.000_01..<0.1: (multiple < 0 ? "-" : "") + "1/" + number(1 / abs(multiple)) + " ×"
    case ..<10_000: number(multiple) + " ×"
    case ..<10_000_000: number(multiple / 1_000) + " k×"
    default: number(multiple / 1_000_000) + " M×"
    }
  }

  /// Returns a number with two decimals below ten, one below a hundred, otherwise none.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let (unit, digits) = abs(value) < 9.995 ? (100, 2) : abs(value) < 99.95 ? (10, 1) : (1, 0)
    let scaled = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let decimals = String(scaled % unit)
    if digits == 0 { return sign + "\(scaled)" }
    return sign + "\(scaled / unit)." + String(repeating: "0", count: digits - decimals.count) + decimals
  }

  private static func line(_ name: String, _ median: String, _ cells: String...) -> String {
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return name + pad(median, 28 - name.count) + zip(cells, [10, 10, 15, 5, 8]).map(pad).joined()
  }
}

/// Returns the words of `text` in lines of at most `width` characters, unless a word is longer.
func wrap(_ text: String, _ width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
