import ColmeiaRunner

/// The reference app on the command line.
@main struct Main {
  static func main() async { await Runner(ReferenceApp()).main() }
}
