import ColmeiaJSON

/// Tokens in the format of the original's: a JSON Web Token (RFC 7519) whose payload contains the user's identifier as
/// `sub`.
///
/// The third part is not a signature but the context's random token. The back end recognizes the tokens that it issued.
enum IddogToken {
  static func make(for user: IddogUser, _ context: RequestContext) -> String {
    let header: JSON = ["alg": "HS256", "typ": "JWT"]
    let payload: JSON = ["sub": .string(user.objectID), "iat": .number(JSONNumber(context.date))]
    return [header.bytes(), payload.bytes(), Array(context.token.utf8)].map(Base64.encodeForURL).joined(separator: ".")
  }
}
