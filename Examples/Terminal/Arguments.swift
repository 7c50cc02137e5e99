import Foundation
import ReferenceApp

/// The parsed command line.
struct Arguments {
  private(set) var origin: BaseURL
  private(set) var folder = NSHomeDirectory() + "/.colmeia"
  private(set) var language: Language
  private(set) var printsState = false
  /// The file to which the app's actions and changes are written.
  private(set) var changes: FileHandle?

  /// Parses the arguments. Ends the process if they are invalid or ask for help.
  init(_ arguments: ArraySlice<String>) {
    var (operands, rest) = ([String](), arguments)
    let isPortuguese = (ProcessInfo.processInfo.environment["LANG"] ?? "").hasPrefix("pt")
    language = isPortuguese ? .portuguese : .english
    while let argument = rest.popFirst() {
      switch argument {
      case "--help": Self.end(0)
      case "--print-state": printsState = true
      case "--changes": changes = Self.file(rest.popFirst())
      case "--language": language = Self.language(rest.popFirst())
      case let option where option.hasPrefix("-"): Self.end(2, "unknown option '\(option)'")
      default: operands.append(argument)
      }
    }
    guard (1...2).contains(operands.count) else { Self.end(2, "pass an ORIGIN, and at most one FOLDER") }
    do throws(BaseURLError) { origin = try BaseURL(operands[0]) } catch { Self.end(2, "\(error)") }
    if operands.count > 1 { folder = operands[1] }
    guard isatty(0) == 1, isatty(1) == 1 else { Self.end(2, "the input and output must be a terminal") }
  }

  private static let languages = Language.allCases.map(\.rawValue).joined(separator: " or ")

  private static func language(_ name: String?) -> Language {
    guard let name else { end(2, "'--language' needs a value: --language NAME") }
    return Language(rawValue: name) ?? { end(2, "--language must be \(languages), not '\(name)'") }()
  }

  /// Creates a file that only its owner can read.
  private static func file(_ path: String?) -> FileHandle {
    guard let path else { end(2, "'--changes' needs a value: --changes FILE") }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { end(2, "cannot write '\(path)': \(String(cString: strerror(errno)))") }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Prints the problem, if any, and the help, and ends the process.
  private static func end(_ status: Int32, _ problem: String? = nil) -> Never {
    if let problem { FileHandle.standardError.write(Data("Terminal: \(problem)\n".utf8)) }
    let usage = """
      Usage: Terminal ORIGIN [FOLDER] [--language NAME] [--changes FILE] [--print-state]

      ORIGIN           the address of the back end, such as http://127.0.0.1:8080
      FOLDER           the folder for tokens and caches (default: ~/.colmeia)
      --language NAME  \(languages) (default: as LANG says, otherwise en)
      --changes FILE   write each action, what it changes, and its effects to FILE
      --print-state    print the app's last state as JSON at the end

      The environment variable ACCESS_TOKEN may contain the token for the shots.

      """
    (status == 0 ? FileHandle.standardOutput : .standardError).write(Data(usage.utf8))
    exit(status)
  }
}
