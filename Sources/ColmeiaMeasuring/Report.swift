/// The formatted results: a table of 80 columns, or JSON.
enum Report {
  static let head = line("row", "median", "multiple", "goal", "", "allocs", "description")

  static func text(_ result: Measurement) -> String {
    let goal: String? = result.row.goal.map { goal in
      switch goal.target {
      case .multiple(let most): times(most)
      case .nanoseconds(let most): time(most)
      }
    }
    var what = result.row.what
    if case .sized(let full, _) = result.row.work, let size = result.size, size < full {
      what += "; \(size) of \(full)"
    }
    let lines = wrap(what, 80 - margin)
    let first = line(
      result.row.name, time(result.median), times(result.multiple), goal ?? "",
      result.isMet.map { $0 ? "yes" : "no" } ?? "", result.allocations.map(number) ?? "", lines.first ?? "")
    return ([first] + lines.dropFirst().map { String(repeating: " ", count: margin) + $0 }).joined(separator: "\n")
  }

  static func json(_ result: Measurement) -> String {
    var fields = [
      (#""row""#, "\"\(result.row.name)\""), (#""median_ns""#, "\(result.median)"), (#""low_ns""#, "\(result.low)"),
      (#""high_ns""#, "\(result.high)"), (#""baseline""#, "\"\(result.row.baseline)\""),
      (#""multiple""#, "\(result.multiple)"),
    ]
    switch result.row.goal?.target {
    case .multiple(let most): fields.append((#""target_multiple""#, "\(most)"))
    case .nanoseconds(let most): fields.append((#""target_ns""#, "\(most)"))
    case nil: break
    }
    if let limit = result.row.goal?.limit { fields.append((#""limit""#, "\(limit)")) }
    if let isMet = result.isMet { fields.append((#""met""#, "\(isMet)")) }
    if let allocations = result.allocations { fields.append((#""allocations""#, "\(allocations)")) }
    if case .sized(let full, _) = result.row.work, let size = result.size {
      fields += [(#""size""#, "\(size)"), (#""full_size""#, "\(full)")]
    }
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

  private static let margin = 50

  private static func line(
    _ name: String, _ median: String, _ multiple: String, _ goal: String, _ isMet: String, _ allocations: String,
    _ what: String
  ) -> String {
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return name + pad(median, 18 - name.count) + pad(multiple, 9) + pad(goal, 9) + pad(isMet, 4) + pad(allocations, 8)
      + "  " + what
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
