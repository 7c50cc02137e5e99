import ColmeiaHTTP

/// A cache of the last formatted date, because responses within one second have the same date.
struct HTTPDateMemo {
  private var last: (seconds: Int, text: String)?

  mutating func text(_ seconds: Int) -> String {
    if let last, last.seconds == seconds { return last.text }
    let text = HTTPDate.text(seconds)
    last = (seconds, text)
    return text
  }
}
