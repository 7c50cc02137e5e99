import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets
import Foundation

/// The options of the command line for worlds: servers that already run, variables, and the transport.
public struct GivenWorld: Sendable {
  /// The transports for requests.
  public enum TransportChoice: String, Sendable, CaseIterable {
    /// The platform's URLSession.
    case session
    /// A strict HTTP implementation over byte connections, available on Linux.
    case links

    /// The tag of scenarios that run only with this transport.
    package var tag: String { "\(rawValue)-only" }
  }

  /// The servers by name. Each consists of a scheme, host and port, and optionally a path.
  public var origins: GivenValues<String> = [:]
  /// The variables by name.
  public var variables: GivenValues<JSON> = [:]
  /// The names on the command line itself, each with its option.
  private var named: [(option: String, name: String)] = []
  /// The names of variables whose values are masked in all output.
  public var secrets: Set<String> = []
  /// The transport for requests.
  public var transport: TransportChoice {
    get { transports["--transport"] ?? .session }
    set { transports["--transport"] = newValue }
  }
  private var transports: GivenValues<TransportChoice> = [:]
  /// The transport for requests, without noting it as used.
  package var chosenTransport: TransportChoice { transports.unread["--transport"] ?? .session }
  /// The language of screens, one of ``RunnableApp/languages``, unless a front end requests another. `nil` for the
  /// app's default.
  public var language: String?
  /// Whether what has no effect fails, such as a fault that affects no request.
  package var isStrict = false
  /// The log of the app's requests, if one was requested.
  package var exchanges: ExchangeFile?
  /// The files that front ends have uploaded, or `nil` if the app reads the user's files itself.
  public var files: UploadedFiles?

  /// Creates the value for a command line without options for worlds.
  public init() {}

  package static func options(_ languages: [String]) -> [CommandSyntax.Option] {
    let others: [CommandSyntax.Option] = [
      .init(
        "--transport", value: "KIND",
        help: "session (URLSession, the default) or links (strict parsing, for untrusted servers)"),
      .init(
        "--exchanges", value: "FILE",
        help: "log each request of the app and its outcome, one per line, without bodies or secrets"),
    ]
    guard let own = languages.first else { return variableOptions + others }
    let language = CommandSyntax.Option(
      "--language", value: "NAME",
      help: "the language of screens: \(languages.joined(separator: " or ")) (default: \(own))")
    return variableOptions + others + [language]
  }

  /// The options that define variables.
  package static let variableOptions: [CommandSyntax.Option] = [
    .init(
      "--origin", value: "NAME=URL", help: "a running server; {{NAME}} is its address; may be repeated"),
    .init("--var", value: "NAME=VALUE", help: "a variable, which overrides the scenario's; may be repeated"),
    .init("--variables", value: "FILE", help: "variables, one per line: NAME=VALUE, or secret NAME=VALUE"),
  ]

  package static let notes = """
    A VALUE that is valid JSON is used as JSON, any other as a string. It overrides a scenario's 'var' or 'secret' of
    that name.
    """

  /// Parses the arguments.
  package init(_ arguments: CommandArguments, languages: [String] = []) throws(UsageError) {
    if let name = arguments["--language"] {
      guard languages.contains(name) else {
        throw UsageError("--language", mustBe: languages.joined(separator: " or "), not: name)
      }
      language = name
    }
    isStrict = arguments.has("--strict")
    for text in arguments.values["--origin"] ?? [] {
      let (name, value) = try Self.pair(text, "--origin", "NAME=URL")
      guard setOrigin(name, value) else {
        throw UsageError("--origin", mustBe: "NAME=URL with \(Self.urlForm)", not: text)
      }
      named.append(("--origin", name))
    }
    for text in arguments.values["--variables"] ?? [] { try read(text) }
    for text in arguments.values["--var"] ?? [] {
      let (name, value) = try Self.pair(text, "--var", "NAME=VALUE")
      variables[name] = Self.value(value)
      named.append(("--var", name))
    }
    for name in secrets.sorted() {
      var masker = Masker()
      guard let value = variables.unread[name], !masker.hide(value) else { continue }
      throw UsageError(VariableDefinition.unhidable(name))
    }
    if let text = arguments["--transport"] {
      guard let choice = TransportChoice(rawValue: text) else {
        throw UsageError("--transport", mustBe: "session or links", not: text)
      }
      transport = choice
    }
    if let path = arguments["--exchanges"] { exchanges = try ExchangeFile(path: path) }
  }

  /// Describes the URLs that ``setOrigin(_:_:)`` accepts.
  package static let urlForm = "a URL such as http://127.0.0.1:8080"

  /// Sets the address of a server. Returns `false` if the name or the URL is invalid.
  package mutating func setOrigin(_ name: String, _ url: String) -> Bool {
    guard Self.isName(name), let base = try? BaseURL(url) else { return false }
    origins[name] = base.origin + base.path
    return true
  }

  /// A masker that knows the secrets of the command line.
  var masker: Masker {
    var masker = Masker()
    for name in secrets.sorted() { if let value = variables.unread[name] { _ = masker.hide(value) } }
    return masker
  }

  /// The names of variables that scenarios may use.
  package var names: Set<String> { Set(variables.unread.keys).union(origins.unread.keys) }

  /// A note for each name on the command line that neither the app nor a scenario has used, because it may be mistyped,
  /// and for a transport that the app hasn't used.
  ///
  /// - Parameter variables: The names of the variables that the scenarios use or define.
  package func unusedNames(besides variables: Set<String>) -> [String] {
    let unusedTransports = transports.namesRead.isEmpty ? Array(transports.unread.values) : []
    let unused = named.filter { option, name in
      !(option == "--origin" ? origins.namesRead : self.variables.namesRead).union(variables).contains(name)
    }
    return unused.map { option, name in
      let read = option == "--origin" ? origins.namesRead : self.variables.namesRead
      let hint = Diagnostic.nearest(name, read.sorted())
      return "nothing has used \(option) '\(name)'\(hint.map { "; \($0)" } ?? "")"
    } + unusedTransports.map { "nothing has used --transport '\($0.rawValue)'" }
  }

  private mutating func read(_ path: String) throws(UsageError) {
    let bytes: [UInt8]
    do throws(UsageError) { bytes = try SourceText.read(path).bytes } catch {
      throw UsageError("--variables: \(error)")
    }
    guard bytes.count <= ScenarioFile.sizeLimit, let text = String(validating: bytes, as: UTF8.self)
    else { throw UsageError("--variables: '\(path)' is not a text in UTF-8 of up to 1 MiB") }
    let content = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let lines = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      var line = line.drop(while: \.isWhitespace)
      if line.isEmpty || line.first == "#" { continue }
      let isSecret = line.hasPrefix("secret ")
      if isSecret { line = line.dropFirst("secret ".count).drop(while: \.isWhitespace) }
      // The line may contain a secret, so the error doesn't quote it.
      guard let (name, value) = Self.split(line) else {
        throw UsageError("--variables: \(path):\(number + 1): a line must be NAME=VALUE or secret NAME=VALUE")
      }
      variables[name] = Self.value(value)
      if isSecret { secrets.insert(name) }
    }
  }

  private static func pair(
    _ text: String, _ option: String, _ form: String
  ) throws(UsageError) -> (name: String, value: String) {
    if let pair = split(text[...]) { return pair }
    throw UsageError(option, mustBe: form, not: text)
  }

  private static func split(_ text: Substring) -> (name: String, value: String)? {
    guard let mark = text.firstIndex(of: "="), isName(text[..<mark]) else { return nil }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(Cursor.isWord)
  }

  private static func value(_ text: String) -> JSON { (try? JSON(parsing: text)) ?? .string(text) }
}
