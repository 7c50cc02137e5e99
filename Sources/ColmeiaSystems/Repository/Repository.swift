import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON

/// The calls that read and write the entities of one kind below one path, as Jayme has them: each is an ``Endpoint``.
///
/// ```swift
/// let newspapers = Repository<Newspaper>("/newspapers")
/// let all = try await client.send(newspapers.all())
/// let one = try await client.send(newspapers.find("Diário da Colmeia"))
/// ```
///
/// A name or an identity stays in its segment of the path, whatever is in it.
public struct Repository<Entity: Decodable & Sendable & Identifiable>: Sendable
where Entity.ID: CustomStringConvertible {
  /// The path of all of them.
  public let path: EndpointPath
  /// Whether its calls are made as somebody.
  public let token: TokenUse

  /// The repository at `path`, below the base address of the API.
  public init(_ path: EndpointPath, token: TokenUse = .none) {
    self.path = path
    self.token = token
  }

  private func path(of id: Entity.ID) -> EndpointPath { EndpointPath(path.segments + [id.description]) }
}

// Reading.
extension Repository {
  /// `GET /name`: all of them, and which could not be understood.
  public func all(where query: EndpointQuery = [:]) -> Endpoint<EntityList<Entity>> {
    .get(path, query: query, token: token)
  }

  /// `GET /name?page=n&per_page=N`: one page, numbered from 1, and where it stands among the others.
  public func page(_ number: Int, size: Int) -> Endpoint<EntityPage<Entity>> {
    Endpoint(.get, path, query: ["page": "\(number)", "per_page": "\(size)"], token: token) {
      response throws(JSONError) in try EntityPage(response)
    }
  }

  /// `GET /name/id`: one of them.
  public func find(_ id: Entity.ID) -> Endpoint<Entity> { .get(path(of: id), token: token) }
}

// Writing.
extension Repository {
  /// `POST /name`: makes one of what `draft` says.
  public func create(_ draft: some Encodable) -> Endpoint<Entity> { .post(path, .json(draft), token: token) }

  /// `PUT /name/id`: puts what `draft` says in the place of one.
  public func update(_ id: Entity.ID, _ draft: some Encodable) -> Endpoint<Entity> {
    .put(path(of: id), .json(draft), token: token)
  }

  /// `DELETE /name/id`: removes one. Of the answer only the status counts.
  public func delete(_ id: Entity.ID) -> Endpoint<Void> {
    Endpoint(.delete, path(of: id), token: token) { _ in }
  }
}
