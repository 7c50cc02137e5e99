import ColmeiaJSON

/// The syntax of a command. It is used both to parse arguments and to print the help, so that they agree.
public struct CommandSyntax: Sendable {
  /// An option with a value, such as `--jobs N`, or a flag without one.
  public struct Option: Sendable {
    /// The names of the option, such as `["--name", "-n"]`. Its values are stored under the first one.
    public var names: [String]
    /// The placeholder of the value in the help, or `nil` for a flag.
    public var value: String?
    /// The description in the help.
    public var help: String

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - names: The names of the option. Its values are stored under the first one.
    ///   - value: The placeholder of the value in the help, or `nil` for a flag.
    ///   - help: The description in the help.
    public init(_ names: String..., value: String? = nil, help: String) {
      self.names = names
      self.value = value
      self.help = help
    }
  }

  /// The name of the command.
  public var name: String
  /// A one-line description for the list of commands.
  public var summary: String
  /// The placeholder of the operands in the help, such as `PATH…`, or empty if the command takes none.
  public var operands: String
  /// The options of the command.
  public var options: [Option]
  /// Additional text for the help.
  public var notes: String

  /// Creates the syntax of a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - summary: A one-line description for the list of commands.
  ///   - operands: The placeholder of the operands in the help, or empty if the command takes none.
  ///   - options: The options of the command.
  ///   - notes: Additional text for the help.
  public init(_ name: String, _ summary: String, operands: String = "", options: [Option] = [], notes: String = "") {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.notes = notes
  }

  /// Returns the text that `--help` prints.
  ///
  /// - Parameter program: The name of the program.
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

  /// Returns two aligned columns.
  package static func table(_ rows: [(String, String)]) -> String {
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    return rows.map { left, right in
      let (end, count) = left.count > width ? ("\n", width + 4) : ("", width - left.count + 2)
      return "  \(left)\(end)\(String(repeating: " ", count: count))\(right)\n"
    }.joined()
  }
}

/// The parsed arguments of a command.
public struct CommandArguments: Sendable, Equatable {
  /// The values of each option, by its first name, in order. A flag has an empty value.
  public private(set) var values: [String: [String]] = [:]
  /// The arguments that are neither options nor their values.
  public private(set) var operands: [String] = []

  /// Whether an option is present.
  public func has(_ name: String) -> Bool { values[name] != nil }
  /// The last value of an option, or `nil` if the option is not present.
  public subscript(_ name: String) -> String? { values[name]?.last }

  /// Parses arguments: `--name value`, `--name=value`, `-n value`, `-nvalue`. All arguments after `--` are operands.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the command's name.
  ///   - syntax: The syntax of the command.
  ///   - program: The name of the program that the command belongs to, or `nil` if the command is the program.
  /// - Throws: ``UsageError`` if an argument doesn't match the syntax.
  public init(_ arguments: [String], _ syntax: CommandSyntax, program: String? = nil) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        for operand in rest { try append(operand, syntax, program) }
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        try append(argument, syntax, program)
        continue
      }
      let parts = Self.parts(argument, syntax)
      let option = try Self.option(parts[0], syntax, program)
      let value = try Self.value(of: option, argument, parts, &rest)
      values[option.names[0], default: []].append(value)
    }
  }

  /// Returns an option, and its value if that is attached: `--name=value`, `-n2`.
  private static func parts(_ argument: String, _ syntax: CommandSyntax) -> [String] {
    let short = String(argument.prefix(2))
    let isShort = short != "--" && !syntax.options.contains { $0.names.contains(argument) }
    if isShort, syntax.options.contains(where: { $0.value != nil && $0.names.contains(short) }) {
      let value = argument.dropFirst(2)
      return value.isEmpty ? [short] : [short, String(value.first == "=" ? value.dropFirst() : value)]
    }
    return argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  }

  private mutating func append(_ operand: String, _ syntax: CommandSyntax, _ program: String?) throws(UsageError) {
    if syntax.operands.isEmpty {
      throw UsageError("\(syntax.name) takes no operand '\(operand)'", nil, Self.full(syntax, program))
    }
    operands.append(operand)
  }

  private static func full(_ syntax: CommandSyntax, _ program: String?) -> String {
    (program.map { "\($0) " } ?? "") + syntax.name
  }

  private static func option(
    _ name: String, _ syntax: CommandSyntax, _ program: String?
  ) throws(UsageError) -> CommandSyntax.Option {
    if let option = syntax.options.first(where: { $0.names.contains(name) }) { return option }
    throw UsageError(
      "\(syntax.name) has no option '\(name)'", NearestName.of(name, in: syntax.options.flatMap(\.names)),
      full(syntax, program))
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

  /// Returns the error for a missing path. If an option may have taken the path as its value, the error says so.
  package func missingPath(_ command: String, _ program: String) -> UsageError {
    let taken = values.sorted { $0.key < $1.key }.first { $0.value.contains { $0.hasSuffix(".scn") } }
    let reason = taken.map { "; '\($0.value.joined(separator: " "))' was taken as the value of \($0.key)" } ?? ""
    return UsageError("\(command) needs a PATH\(reason)", nil, "\(program) \(command)")
  }

  /// Returns the value of an option as a number.
  ///
  /// - Throws: ``UsageError`` if the value is not an integer in `range`.
  public func number(_ name: String, in range: ClosedRange<Int>, default usual: Int) throws(UsageError) -> Int {
    guard let text = self[name] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(name, mustBe: "a number from \(range.lowerBound) to \(range.upperBound)", not: text)
    }
    return number
  }
}

/// An error in the command line. The command has done nothing, and the program ends with ``ExitCode/usage``.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The description of the error, with advice.
  public let description: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - text: The description of the error.
  ///   - nearest: A similar name to suggest.
  ///   - command: The command whose help to refer to.
  public init(_ text: String, _ nearest: String? = nil, _ command: String? = nil) {
    description =
      text + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      + (command.map { "\nSee '\($0) --help'." } ?? "")
  }

  /// Creates the error for an option with an invalid value.
  ///
  /// - Parameters:
  ///   - option: The name of the option, such as `--jobs`.
  ///   - form: A description of the valid values.
  ///   - value: The invalid value.
  package init(_ option: String, mustBe form: String, not value: String) {
    self.init("\(option) must be \(form), not '\(value)'")
  }
}
