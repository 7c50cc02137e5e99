import ColmeiaClient

/// The endpoints that read and write the entities of one type below one path, as in Jayme. Each is an `Endpoint`.
///
/// ```swift
/// let newspapers = Repository<Newspaper>("/newspapers")
/// let all = try await client.send(newspapers.all())
/// let one = try await client.send(newspapers.find("Diário da Colmeia"))
/// ```
///
/// An entity's name or ID always stays within its path segment, because it's percent-encoded.
public struct Repository<Entity: ServerEntity & Identifiable>: Sendable
where Entity.ID: CustomStringConvertible {
  /// The path of the collection.
  public let path: EndpointPath
  /// Whether the requests use a token.
  public let token: TokenUse

  /// Creates a repository at `path`, relative to the base URL of the API.
  public init(_ path: EndpointPath, token: TokenUse = .none) {
    self.path = path
    self.token = token
  }

  private func path(of id: Entity.ID) -> EndpointPath { path.appending(id.description) }

  private func call(_ method: HTTPMethod, _ path: EndpointPath, _ body: EndpointBody = .none) -> Endpoint<Entity> {
    Endpoint(method, path, body: body, token: token) { response, coding throws(JSONError) in
      try JSON.decode(Received<Entity>.self, from: response.body, coding).entity
    }
  }
}

// Reading entities.
extension Repository {
  /// Returns the endpoint for all entities, `GET /name`, and the failures for those that couldn't be decoded.
  public func all(where query: EndpointQuery = [:]) -> Endpoint<EntityList<Entity>> {
    .get(path, query: query, token: token)
  }

  /// Returns the endpoint for one page of entities, `GET /name?page=n&per_page=N`, with its position among all pages.
  /// Pages are numbered from 1.
  public func page(_ number: Int, size: Int) -> Endpoint<EntityPage<Entity>> {
    Endpoint(.get, path, query: ["page": "\(number)", "per_page": "\(size)"], token: token) {
      response, _ throws(JSONError) in try EntityPage(response)
    }
  }

  /// Returns the endpoint for one entity, `GET /name/id`.
  public func find(_ id: Entity.ID) -> Endpoint<Entity> { call(.get, path(of: id)) }
}

// Writing entities.
extension Repository {
  /// Returns the endpoint that creates an entity from a draft, `POST /name`.
  public func create(_ draft: some Encodable & Sendable) -> Endpoint<Entity> { call(.post, path, .json(draft)) }

  /// Returns the endpoint that replaces an entity with a draft, `PUT /name/id`.
  public func update(_ id: Entity.ID, _ draft: some Encodable & Sendable) -> Endpoint<Entity> {
    call(.put, path(of: id), .json(draft))
  }

  /// Returns the endpoint that deletes an entity, `DELETE /name/id`. The body of the response is ignored.
  public func delete(_ id: Entity.ID) -> Endpoint<Void> {
    .delete(path(of: id), token: token)
  }
}
