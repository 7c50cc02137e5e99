import ColmeiaBackend
import ColmeiaPlatformTransport
import ColmeiaRunner
import Foundation

/// The reference app on the command line.
@main struct Main {
  static func main() async {
    // Whether it runs a server, or many scenarios with a server each.
    DescriptorLimit.raise()
    // No proxy is asked for a server on this machine. Nothing else runs yet that could look at the environment.
    if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) {
      setenv("no_proxy", exemption, 1)
    }
    await Runner(ReferenceApp()).main()
  }
}
