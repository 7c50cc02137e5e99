import ColmeiaBase
import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaTransport

/// A log of an app's requests and their results. Each has a numbered line, without bodies, header fields and secrets.
public final class ExchangeFile: Sendable {
  private let file: OutputFile
  /// The number of lines, or `nil` if the file still has its previous contents.
  private let count = Guarded(Int?.none)

  /// Opens the file of a log.
  ///
  /// - Throws: ``UsageError`` if the file can't be written.
  init(path: String) throws(UsageError) { file = try OutputFile(path: path) }

  /// Empties the log. Further calls have no effect.
  func begin() { count.withLock { $0 = begun($0) } }

  private func begun(_ count: Int?) -> Int {
    if let count { return count }
    file.replace(with: "")
    return 0
  }

  /// The reason why the log can't be written, as a sentence.
  package var failure: String? { file.failure }

  /// Appends a line: `#7 story, ann: GET http://127.0.0.1:4892/feed?category 200, …`.
  ///
  /// - Parameters:
  ///   - record: The request and its result.
  ///   - place: The title of the scenario and the name of the device, if any.
  ///   - masker: Masks secrets in the line.
  func add(_ record: ExchangeRecord, of owner: [String], _ masker: SharedMasker) {
    let names = owner.filter { !$0.isEmpty }.joined(separator: ", ")
    let line = masker(names.isEmpty ? "\(record)" : "\(names): \(record)")
    count.withLock { count in
      let number = begun(count) + 1
      count = number
      file.write("#\(number) " + TextStyle.plain.harmless(line).replacing("\n", with: " ") + "\n")
    }
  }
}
