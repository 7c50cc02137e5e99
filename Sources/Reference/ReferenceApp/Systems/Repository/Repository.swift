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
public struct Repository<Entity: Decodable & Sendable & Identifiable>: Sendable
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
  public func find(_ id: Entity.ID) -> Endpoint<Entity> { .get(path(of: id), token: token) }
}

// Writing entities.
extension Repository {
  /// Returns the endpoint that creates an entity from a draft, `POST /name`.
  public func create(_ draft: some Encodable & Sendable) -> Endpoint<Entity> { .post(path, .json(draft), token: token) }

  /// Returns the endpoint that replaces an entity with a draft, `PUT /name/id`.
  public func update(_ id: Entity.ID, _ draft: some Encodable & Sendable) -> Endpoint<Entity> {
    .put(path(of: id), .json(draft), token: token)
  }

  /// Returns the endpoint that deletes an entity, `DELETE /name/id`. The body of the response is ignored.
  public func delete(_ id: Entity.ID) -> Endpoint<Void> {
    .delete(path(of: id), token: token)
  }
}
