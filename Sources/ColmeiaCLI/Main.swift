import ColmeiaBackend
import ColmeiaRunner

/// The reference app on the command line.
@main struct Main {
  static func main() async {
    // Whether it runs a server, or many scenarios with a server each.
    DescriptorLimit.raise()
    await Runner(ReferenceApp()).main()
  }
}
