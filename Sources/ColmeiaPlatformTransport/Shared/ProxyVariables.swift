import Foundation

/// The environment variables that send requests through a proxy on Linux, where URLSession leaves them to libcurl.
enum ProxyVariables {
  /// Makes sure, once, that no proxy is asked for a server on this device: it could not reach it, and would see its
  /// secrets. Nothing is changed unless a proxy is set.
  static let exemptLoopback: Void = {
    #if canImport(FoundationNetworking)
      guard let exemption = exemption(in: ProcessInfo.processInfo.environment) else { return }
      setenv("no_proxy", exemption, 1)
    #endif
  }()

  /// The value of `no_proxy` that exempts the loopback addresses beside what is exempt already; `nil` when nothing is to
  /// be changed.
  static func exemption(in environment: [String: String]) -> String? {
    let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard proxies.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
    // The lower-case name hides the other one.
    let exempt = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    let names = exempt.split { $0 == "," || $0 == " " }.map(String.init)
    let missing = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1"].filter { !names.contains($0) }
    return names == ["*"] || missing.isEmpty ? nil : (names + missing).joined(separator: ",")
  }
}
