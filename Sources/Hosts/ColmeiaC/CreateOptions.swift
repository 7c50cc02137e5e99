import ColmeiaFrontEnds
import ColmeiaWorld

/// The options with which a host starts an app.
struct CreateOptions: Sendable {
  var served = ServeOptions()
  var claims: [String] = []
  var limits = Outbox.Limits()

  private struct Document: Decodable {
    struct Queue: Decodable { var messages, bytes: Int? }

    var `protocol`: ProtocolVersion?
    var claims: [String]?
    var queue: Queue?
    var folder, language: String?
    var seed, date: Int?
    var origins: [String: String]?
    var variables: [String: JSON]?
  }

  /// Parses the JSON options, or uses the defaults if `bytes` is `nil`.
  init(_ bytes: [UInt8]?, languages: [String] = []) throws(CreateError) {
    guard let bytes else { return }
    let document: Document
    do throws(JSONError) {
      document = try JSON.decode(Document.self, from: bytes, .strict)
    } catch { throw CreateError(text: "options: \(error)") }
    claims = document.claims ?? []
    if let count = document.queue?.messages {
      limits.messages = try check(count, "queue.messages", 1...1_000_000)
    }
    if let count = document.queue?.bytes { limits.bytes = try check(count, "queue.bytes", 1...(1 << 30)) }
    if let seed = document.seed { served.seed = try check(seed, "seed", 0...Int.max) }
    served.date = try document.date.map { date throws(CreateError) in try check(date, "date", ServeOptions.dates) }
    served.folder = document.folder
    if let language = document.language, !languages.contains(language) {
      if languages.isEmpty { throw CreateError(text: "options: the app has no language setting") }
      throw CreateError(text: "options: 'language' must be \(languages.joined(separator: " or "))")
    }
    served.given.language = document.language
    for (name, url) in (document.origins ?? [:]).sorted(by: { $0.key < $1.key }) {
      // The error doesn't quote the URL, which may contain a password.
      if served.given.setOrigin(name, url) { continue }
      throw CreateError(text: "options: 'origins.\(name)' must be a name and \(GivenWorld.urlForm)")
    }
    served.given.variables = GivenValues(document.variables ?? [:])
  }

  @discardableResult private func check(
    _ number: Int, _ name: String, _ range: ClosedRange<Int>
  ) throws(CreateError) -> Int {
    if range.contains(number) { return number }
    let (first, last) = (range.lowerBound, range.upperBound)
    throw CreateError(text: "options: '\(name)' must be " + (first == last ? "\(first)" : "from \(first) to \(last)"))
  }
}
