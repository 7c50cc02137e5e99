import Testing

@testable import ColmeiaPlatform

@Suite struct ProxyVariablesTests {
  private static let environments: [([String: String], String?)] = [
    ([:], nil),
    (["no_proxy": "a"], nil),
    (["http_proxy": ""], nil),
    (["http_proxy": "p"], "localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["https_proxy": "p"], "localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["HTTPS_PROXY": "p"], "localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["ALL_PROXY": "p", "NO_PROXY": "a, b"], "a,b,localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["all_proxy": "p", "no_proxy": "::1", "NO_PROXY": "a"], "::1,localhost,127.0.0.1,127.0.0.0/8"),
    (["http_proxy": "p", "no_proxy": "*"], nil),
    (["http_proxy": "p", "no_proxy": "localhost,127.0.0.1,127.0.0.0/8,::1"], nil),
  ]

  @Test(arguments: environments) func `The exemption covers local addresses and keeps other exempt hosts`(
    environment: [String: String], exemption: String?
  ) {
    #expect(ProxyVariables.exemption(in: environment) == exemption)
    var environment = environment
    environment["no_proxy"] = exemption ?? environment["no_proxy"]
    for host in ["localhost", "127.0.0.1:80", "127.0.0.9", "[::1]:443"] {
      #expect(ProxyVariables.refusal(of: "http://\(host)", in: environment) == nil)
    }
  }

  @Test func `A request is declined only if it is local and would go through a proxy`() {
    let environment = ["http_proxy": "p", "no_proxy": "127.0.0.1"]
    for origin in ["http://127.0.0.1:80", "http://example.org", "http://localhost.example.org", "http://128.0.0.1"] {
      #expect(ProxyVariables.refusal(of: origin, in: environment) == nil)
    }
    for origin in ["http://localhost", "http://127.0.0.2:80", "https://[::1]:443"] {
      #expect(ProxyVariables.refusal(of: origin, in: environment) != nil)
      #expect(ProxyVariables.refusal(of: origin, in: [:]) == nil)
    }
  }
}
