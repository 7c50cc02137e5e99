import ColmeiaJSON

/// What a command takes, as a value: the parser reads by it, and `--help` prints it, so that both say the same.
public struct CommandSyntax: Sendable {
  /// An option: `--jobs N`, or a flag when it takes no value.
  public struct Option: Sendable {
    /// Its names, the one that values are kept under first: `["--name", "-n"]`.
    public var names: [String]
    /// What its value is called in the help; `nil` for a flag.
    public var value: String?
    /// A sentence for `--help`.
    public var help: String

    /// An option.
    public init(_ names: String..., value: String? = nil, help: String) {
      self.names = names
      self.value = value
      self.help = help
    }
  }

  /// The name that calls it.
  public var name: String
  /// One line for the list of commands.
  public var summary: String
  /// What follows the name besides options: `PATH…`.
  public var operands: String
  /// The options that the command takes.
  public var options: [Option]
  /// What else a reader of the help should know.
  public var notes: String

  /// A command's syntax.
  public init(_ name: String, _ summary: String, operands: String = "", options: [Option] = [], notes: String = "") {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.notes = notes
  }

  /// The page that `--help` prints.
  ///
  /// - Parameter program: what the program is called.
  public func help(program: String) -> String {
    var text = "\(program) \(name) — \(summary)\n\nUSAGE: \(program) \(name)"
    if !options.isEmpty { text += " [OPTION…]" }
    if !operands.isEmpty { text += " \(operands)" }
    text += "\n"
    if !options.isEmpty { text += "\nOPTIONS:\n" + Self.table(options.map { (Self.heading($0), $0.help) }) }
    if !notes.isEmpty { text += "\n\(notes)\n" }
    return text
  }

  private static func heading(_ option: Option) -> String {
    option.names.sorted { $0.count < $1.count }.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
  }

  /// Two columns; the right one begins at the same place in each line.
  static func table(_ rows: [(String, String)]) -> String {
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    return rows.map { left, right in
      let gap =
        left.count > width ? "\n" + String(repeating: " ", count: width + 4) : Self.spaces(width - left.count + 2)
      return "  \(left)\(gap)\(right)\n"
    }.joined()
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// The arguments of a command, read by its syntax.
public struct CommandArguments: Sendable, Equatable {
  /// The values of each option, under its first name, in order; a flag has an empty value.
  public private(set) var values: [String: [String]] = [:]
  /// What is neither an option nor its value.
  public private(set) var operands: [String] = []

  /// Whether the option was given.
  public func has(_ name: String) -> Bool { values[name] != nil }
  /// The last value of an option.
  public subscript(_ name: String) -> String? { values[name]?.last }

  /// Reads arguments: `--name value`, `--name=value`, `-n value`; everything behind `--` is an operand.
  ///
  /// - Throws: ``UsageError`` for what the syntax does not have.
  public init(_ arguments: [String], _ syntax: CommandSyntax) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = try Self.option(parts[0], syntax)
      let value = try Self.value(of: option, argument, parts, &rest)
      values[option.names[0], default: []].append(value)
    }
  }

  private static func option(_ name: String, _ syntax: CommandSyntax) throws(UsageError) -> CommandSyntax.Option {
    if let option = syntax.options.first(where: { $0.names.contains(name) }) { return option }
    throw UsageError(
      "\(syntax.name) has no option '\(name)'", NearestName.of(name, in: syntax.options.flatMap(\.names)), syntax.name)
  }

  private static func value(
    of option: CommandSyntax.Option, _ argument: String, _ parts: [String], _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    switch (option.value, parts.count) {
    case (nil, 1): return ""
    case (nil, _): throw UsageError("'\(parts[0])' takes no value")
    case (.some, 2): return parts[1]
    case (.some(let name), _):
      guard let value = rest.popFirst() else { throw UsageError("'\(argument)' needs a value: \(argument) \(name)") }
      return value
    }
  }

  /// Why there is no path: an option may have taken what was meant as one.
  func missingPath(_ command: String, _ program: String) -> UsageError {
    let taken = values.sorted { $0.key < $1.key }.first { $0.value.contains { $0.hasSuffix(".scn") } }
    let reason = taken.map { "; '\($0.value.joined(separator: " "))' was taken as the value of \($0.key)" } ?? ""
    return UsageError("\(command) needs a PATH\(reason)", nil, "\(program) \(command)")
  }

  /// The value of an option as a number in a range.
  ///
  /// - Throws: ``UsageError`` for what is not a whole number in `range`.
  public func number(_ name: String, in range: ClosedRange<Int>, default usual: Int) throws(UsageError) -> Int {
    guard let text = self[name] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("'\(name) \(text)': a number from \(range.lowerBound) to \(range.upperBound) is needed")
    }
    return number
  }
}

/// The command line is wrong: nothing was done, and the program ends with ``ExitCode/usage``.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and what may have been meant.
  public let description: String

  /// A wrong command line; `nearest` is what may have been meant, `command` where to read on.
  public init(_ text: String, _ nearest: String? = nil, _ command: String? = nil) {
    description =
      text + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      + (command.map { "\nSee '\($0) --help'." } ?? "")
  }
}
