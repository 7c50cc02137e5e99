import ColmeiaApp
import ColmeiaHTTP
import Foundation

/// The parsed command line.
struct Arguments {
  private(set) var origin: BaseURL
  private(set) var folder = NSHomeDirectory() + "/.colmeia"
  private(set) var language: Language
  private(set) var printsState = false

  /// Parses the arguments. Ends the process if they are invalid or ask for help.
  init(_ arguments: ArraySlice<String>) {
    var (operands, rest) = ([String](), arguments)
    let isPortuguese = (ProcessInfo.processInfo.environment["LANG"] ?? "").hasPrefix("pt")
    language = isPortuguese ? .portuguese : .english
    while let argument = rest.popFirst() {
      switch argument {
      case "--help": Self.end(0)
      case "--print-state": printsState = true
      case "--language": language = Self.language(rest.popFirst() ?? "")
      case let option where option.hasPrefix("-"): Self.end(2, "there is no option '\(option)'")
      default: operands.append(argument)
      }
    }
    guard (1...2).contains(operands.count) else { Self.end(2, "expected one ORIGIN, and optionally a FOLDER") }
    do throws(BaseURLError) { origin = try BaseURL(operands[0]) } catch { Self.end(2, "\(error)") }
    if operands.count > 1 { folder = operands[1] }
  }

  private static let languages = Language.allCases.map(\.rawValue).joined(separator: " or ")

  private static func language(_ name: String) -> Language {
    Language(rawValue: name) ?? { end(2, "'--language' must be \(languages), not '\(name)'") }()
  }

  /// Prints the problem, if any, and the help, and ends the process.
  private static func end(_ status: Int32, _ problem: String? = nil) -> Never {
    if let problem { FileHandle.standardError.write(Data("Terminal: \(problem)\n".utf8)) }
    let usage = """
      Usage: Terminal ORIGIN [FOLDER] [--language NAME] [--print-state]
      ORIGIN is where the back end is; tokens are kept in FOLDER. NAME is \(languages); without it LANG decides.
      ACCESS_TOKEN is the token for the shots, where the environment has it.

      """
    (status == 0 ? FileHandle.standardOutput : .standardError).write(Data(usage.utf8))
    exit(status)
  }
}
