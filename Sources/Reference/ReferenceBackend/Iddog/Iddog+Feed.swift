import ColmeiaHTTP
import ReferenceEntities

extension Iddog {
  /// Returns the addresses of a breed's pictures. The client must send its token in `Authorization` without a scheme.
  /// Returns status 304 if the client already has the list (RFC 9110 §13.1.2).
  func feed(_ request: HTTPRequest, _ state: IddogState) throws(IddogProblem) -> HTTPResponse {
    guard let token = request.headers["Authorization"], state.sessions.user(of: token) != nil else {
      throw .unauthorized
    }
    let breed = try breed(in: request)
    let origin = try origin(of: request)
    let list = ImageLibrary.paths(of: breed).compactMap { ImageURL(rawValue: origin + $0) }
    var answer = HTTPResponse.json(200, DogFeed(category: breed, list: list).response)
    let tag = "\"\(SHA256.digest(answer.body).hex.prefix(16))\""
    if request.names(tag, in: "If-None-Match") { answer = HTTPResponse(304) }
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "private"
    return answer
  }

  /// Returns the first `category` in the query, or husky if there is none.
  private func breed(in request: HTTPRequest) throws(IddogProblem) -> Breed {
    guard let items = request.queryItems else { throw .unknownCategory }
    guard let category = items.first(where: { $0.name == "category" }) else { return .husky }
    guard let breed = Breed(rawValue: category.value) else { throw .unknownCategory }
    return breed
  }

  private func origin(of request: HTTPRequest) throws(IddogProblem) -> String {
    guard let origin = request.servedOrigin else { throw .invalidHost }
    return origin
  }
}
