import ColmeiaHTTP
import ColmeiaTransport
import Foundation

/// The environment variables that send requests through a proxy on Linux, where URLSession leaves them to libcurl.
///
/// A proxy cannot reach a server on this device, and would see its secrets. URLSession offers no way to keep it away, and
/// only a program may change its own environment, before it has other threads:
///
/// ```swift
/// if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) { setenv("no_proxy", exemption, 1) }
/// ```
///
/// Where it has not, requests for this device are declined.
public enum ProxyVariables {
  private static let ownNames = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1"]
  /// The environment at the first request.
  private static let environment = ProcessInfo.processInfo.environment

  /// The value of `no_proxy` that exempts the loopback addresses beside what is exempt already; `nil` when nothing is to
  /// be changed.
  public static func exemption(in environment: [String: String]) -> String? {
    guard let names = exempt(in: environment) else { return nil }
    let missing = ownNames.filter { !names.contains($0) }
    return names == ["*"] || missing.isEmpty ? nil : (names + missing).joined(separator: ",")
  }

  /// Whom no proxy is asked for; `nil` where there is none.
  private static func exempt(in environment: [String: String]) -> [String]? {
    let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard proxies.contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
    // The lower-case name hides the other one.
    let names = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return names.split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// - Throws: ``TransportError/declined(reason:)`` for a server on this device that a proxy would be asked for.
  static func check(_ origin: String) throws(TransportError) {
    #if canImport(FoundationNetworking)
      if let reason = refusal(of: origin, in: environment) { throw .declined(reason: reason) }
    #endif
  }

  /// Why a server at `origin` cannot be asked; `nil` when it can.
  static func refusal(of origin: String, in environment: [String: String]) -> String? {
    guard let host = loopbackHost(of: origin), let names = exempt(in: environment) else { return nil }
    if names.contains(host) || names == ["*"] { return nil }
    if host.hasPrefix("127."), names.contains("127.0.0.0/8") { return nil }
    return "A proxy is set, which would be asked for \(host), though that is this device. Exempt it with "
      + "no_proxy=\((names + ownNames).joined(separator: ",")) in the environment."
  }

  /// The host of an origin, if it is this device.
  private static func loopbackHost(of origin: String) -> String? {
    guard let scheme = origin.range(of: "://") else { return nil }
    let place = origin[scheme.upperBound...]
    let host = place.hasPrefix("[") ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
    return host == "localhost" || host.hasPrefix("127.") || host == "::1" ? String(host) : nil
  }
}
