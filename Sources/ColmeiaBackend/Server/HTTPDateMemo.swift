import ColmeiaHTTP

/// The text of the date that was asked for last, as many answers of one second have the same.
struct HTTPDateMemo {
  private var last: (seconds: Int, text: String)?

  mutating func text(_ seconds: Int) -> String {
    if let last, last.seconds == seconds { return last.text }
    let text = HTTPDate.text(seconds)
    last = (seconds, text)
    return text
  }
}
