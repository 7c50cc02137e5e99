import ColmeiaJSON

/// Tokens that look like the original's: a JSON Web Token (RFC 7519) whose payload names the user as `sub`.
///
/// The third part is no signature but the stamp's secret: the back end recognises the tokens that it gave.
enum IddogToken {
  static func make(for user: IddogUser, _ stamp: RequestContext) -> String {
    let header: JSON = ["alg": "HS256", "typ": "JWT"]
    let payload: JSON = ["sub": .string(user.objectID), "iat": .number(JSONNumber(stamp.date))]
    return [header.bytes(), payload.bytes(), Array(stamp.token.utf8)].map(Base64.encodeForURL).joined(separator: ".")
  }
}
