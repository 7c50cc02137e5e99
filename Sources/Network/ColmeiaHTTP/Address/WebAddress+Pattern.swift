import ColmeiaJSON

extension WebAddress: ConstrainedText {
  /// What each address is.
  public static var expected: String { "an http or https URL without a user name" }

  /// The regular expression of all addresses.
  public static let pattern: String = {
    let host = "([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+"
    let port = "(:0*([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])?)?"
    let part = "([A-Za-z0-9._~!$&'()*+,;=/?:@-]|%[0-9A-Fa-f]{2})*"
    return "^[Hh][Tt][Tt][Pp][Ss]?://(\(host)|\\[(\(literal))\\])\(port)([/?]\(part))?(#\(part))?$"
  }()

  /// The regular expression of the IPv6 addresses, for each number of groups before `::`.
  private static var literal: String {
    let group = "[0-9A-Fa-f]{1,4}"
    let byte = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    let last = "(\(group):\(group)|\(byte)(\\.\(byte)){3})"
    let short = (0...7).map { left in
      let start = left == 0 ? "" : "\(group)(:\(group)){\(left - 1)}"
      let end =
        switch left {
        case ..<6: "((\(group):){0,\(5 - left)}\(last)|\(group))?"
        case 6: "(\(group))?"
        default: ""
        }
      return "\(start)::\(end)"
    }
    return (["(\(group):){6}\(last)"] + short).joined(separator: "|")
  }
}
