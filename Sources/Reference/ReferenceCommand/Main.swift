import ColmeiaPlatform
import ColmeiaRunner
import ColmeiaServer
import Foundation

/// The reference app's command line.
@main struct Main {
  static func main() async {
    // Some commands run a server, or many scenarios with one server each.
    DescriptorLimit.raise()
    // Exempts servers on this machine from the proxy. No other thread can be reading the environment yet.
    if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) {
      setenv("no_proxy", exemption, 1)
    }
    await Runner(CommandLineApp()).main()
  }
}
