import ColmeiaHTTP
import ColmeiaTransport
import Foundation

/// The environment variables that send requests through a proxy on Linux: `http_proxy`, `https_proxy` and `all_proxy`,
/// with `no_proxy` for the hosts that need none. Uppercase names count too, except `HTTP_PROXY`, which a server's gateway
/// may set from a request.
///
/// A proxy can't reach a server on this device, and would see the secrets of the request, so links never use one for it.
/// URLSession passes the variables on to libcurl, and has no option to bypass the proxy. Only the program itself may change its environment, and only before it has other threads:
///
/// ```swift
/// if let exemption = ProxyVariables.exemption(in: ProcessInfo.processInfo.environment) { setenv("no_proxy", exemption, 1) }
/// ```
///
/// If the program has not done so, URLSession's requests to this device are declined.
public enum ProxyVariables {
  private static let ownNames = ["localhost", "127.0.0.1", "127.0.0.0/8", "::1"]
  /// The environment at the time of the first request.
  static let environment = ProcessInfo.processInfo.environment

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
    let host = host(of: origin)
    return host == "localhost" || host.hasPrefix("127.") || host == "::1" ? host : nil
  }

  /// Returns the host of an origin, without brackets, in lowercase.
  private static func host(of origin: String) -> String {
    let hostPort = origin.range(of: "://").map { origin[$0.upperBound...] } ?? ""
    if hostPort.hasPrefix("[") { return hostPort.dropFirst().prefix { $0 != "]" }.lowercased() }
    return hostPort.prefix { $0 != ":" }.lowercased()
  }
}

extension ProxyVariables {
  static let malformed =
    "The environment's proxy is not an address such as http://proxy.example.com:3128. Correct http_proxy, https_proxy or "
    + "all_proxy."

  /// Returns the address of the proxy for a server, or `nil` if it needs none. The rules are those of libcurl.
  static func proxy(for origin: String, in environment: [String: String]) -> String? {
    let isSecure = origin.hasPrefix("https:")
    let variables = (isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    guard loopbackHost(of: origin) == nil, let names = exempt(in: environment), names != ["*"],
      let proxy = variables.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
    else { return nil }
    let host = host(of: origin)
    return names.contains { isExempt(host, by: $0.lowercased()) } ? nil : proxy
  }

  /// Whether the host is exempt by a name, which includes the names below it, or by an IPv4 network such as `10.0.0.0/8`.
  private static func isExempt(_ host: String, by name: String) -> Bool {
    let name = name.trimmingCharacters(in: ["[", "]", "."])
    if host == name || host.hasSuffix("." + name) && number(host) == nil { return true }
    let parts = name.split(separator: "/")
    guard parts.count == 2, let host = number(host), let network = number(String(parts[0])),
      let length = URLText.number(parts[1]), length <= 32
    else { return false }
    return host >> (32 - UInt64(length)) == network >> (32 - UInt64(length))
  }

  /// Returns the number that an IPv4 address is, or `nil` if the text isn't one.
  private static func number(_ address: String) -> UInt64? {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4, !parts.contains(nil) else { return nil }
    return parts.reduce(0) { 256 * $0 + UInt64($1 ?? 0) }
  }
}
