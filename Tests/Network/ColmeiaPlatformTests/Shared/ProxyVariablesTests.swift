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

  private static let proxies: [(String, [String: String], String?)] = [
    ("http://a.test", [:], nil), ("http://a.test", ["http_proxy": "p"], "p"),
    ("http://a.test", ["HTTP_PROXY": "p"], nil),
    ("http://a.test", ["https_proxy": "p"], nil), ("https://a.test:8", ["https_proxy": "p", "HTTPS_PROXY": "q"], "p"),
    ("https://a.test", ["https_proxy": "", "HTTPS_PROXY": "q"], "q"), ("https://a.test", ["http_proxy": "p"], nil),
    ("http://a.test", ["http_proxy": "p", "ALL_PROXY": "q"], "p"), ("https://a.test", ["ALL_PROXY": "q"], "q"),
    ("http://localhost:8", ["http_proxy": "p"], nil), ("http://127.9.9.9", ["all_proxy": "p"], nil),
    ("https://[::1]:8", ["https_proxy": "p"], nil), ("http://a.test", ["http_proxy": "p", "no_proxy": "*"], nil),
    ("http://A.test:8", ["http_proxy": "p", "no_proxy": "b, a.TEST"], nil),
    ("http://x.a.test", ["http_proxy": "p", "no_proxy": ".a.test"], nil),
    ("http://a.test", ["http_proxy": "p", "no_proxy": ".a.test."], nil),
    ("http://xa.test", ["http_proxy": "p", "no_proxy": "a.test"], "p"),
    ("http://a.test", ["http_proxy": "p", "no_proxy": "x.a.test,"], "p"),
    ("http://a.test", ["http_proxy": "p", "no_proxy": "", "NO_PROXY": "a.test"], "p"),
    ("http://a.test", ["http_proxy": "p", "NO_PROXY": "a.test"], nil),
    ("http://10.1.2.3", ["http_proxy": "p", "no_proxy": "10.0.0.0/8"], nil),
    ("http://11.1.2.3", ["http_proxy": "p", "no_proxy": "10.0.0.0/8"], "p"),
    ("http://10.1.2.3", ["http_proxy": "p", "no_proxy": "10.1.2.3/32"], nil),
    ("http://10.1.2.4", ["http_proxy": "p", "no_proxy": "10.1.2.3/32"], "p"),
    ("http://10.1.2.4", ["http_proxy": "p", "no_proxy": "0.0.0.0/0"], nil),
    ("http://10.1.2.4", ["http_proxy": "p", "no_proxy": "10.0.0.0/33,10.0.0/8,2.4"], "p"),
    ("http://[fe80::1]:8", ["http_proxy": "p", "no_proxy": "[fe80::1]"], nil),
  ]

  @Test(arguments: proxies) func `The variables name the proxy for a server`(
    origin: String, environment: [String: String], proxy: String?
  ) {
    #expect(ProxyVariables.proxy(for: origin, in: environment) == proxy)
  }
}
