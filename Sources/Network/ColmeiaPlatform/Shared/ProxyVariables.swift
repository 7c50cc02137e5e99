import ColmeiaTransport
import Foundation

/// The environment variables that send requests through a proxy on Linux, where URLSession passes them on to libcurl.
///
/// A proxy can't reach a server on this device, and would see the secrets of the request. URLSession has no option to
/// bypass the proxy. Only the program itself may change its environment, and only before it has other threads:
///
/// ```swift
/// if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) { setenv("no_proxy", exemption, 1) }
/// ```
///
/// If the program has not done so, requests to this device are declined.
public enum ProxyVariables {
  private static let ownNames = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1"]
  /// The environment at the time of the first request.
  private static let environment = ProcessInfo.processInfo.environment

  /// Returns the value of `no_proxy` that adds the loopback addresses to the existing exemptions, or `nil` if no change
  /// is needed.
  public static func exemption(in environment: [String: String]) -> String? {
    guard let names = exempt(in: environment) else { return nil }
    let missing = ownNames.filter { !names.contains($0) }
    return names == ["*"] || missing.isEmpty ? nil : (names + missing).joined(separator: ",")
  }

  /// Returns the hosts that are exempt from the proxy, or `nil` if no proxy is set.
  private static func exempt(in environment: [String: String]) -> [String]? {
    let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard proxies.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
    // The lowercase name takes precedence.
    let names = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return names.split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// Checks that a request to `origin` doesn't use a proxy to reach this device.
  ///
  /// - Throws: ``TransportError/declined(reason:)`` if `origin` is on this device and a proxy would be used.
  static func check(_ origin: String) throws(TransportError) {
    #if canImport(FoundationNetworking)
      if let reason = refusal(of: origin, in: environment) { throw .declined(reason: reason) }
    #endif
  }

  /// Returns the reason why a request to `origin` is declined, or `nil` if it is allowed.
  static func refusal(of origin: String, in environment: [String: String]) -> String? {
    guard let host = loopbackHost(of: origin), let names = exempt(in: environment) else { return nil }
    if names.contains(host) || names == ["*"] { return nil }
    if host.hasPrefix("127."), names.contains("127.0.0.0/8") { return nil }
    return "The environment sets a proxy, which would be used for \(host) although it is this device. Exempt it with "
      + "no_proxy=\((names + ownNames).joined(separator: ",")) in the environment."
  }

  /// Returns the host of an origin if it is a loopback host, otherwise `nil`.
  private static func loopbackHost(of origin: String) -> String? {
    guard let scheme = origin.range(of: "://") else { return nil }
    let place = origin[scheme.upperBound...]
    let host = place.hasPrefix("[") ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
    return host == "localhost" || host.hasPrefix("127.") || host == "::1" ? String(host) : nil
  }
}
