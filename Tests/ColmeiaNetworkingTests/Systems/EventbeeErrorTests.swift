import ColmeiaHTTP
import ColmeiaJSON
import Testing

@testable import ColmeiaClient
@testable import ColmeiaSystems

@Suite struct EventbeeErrorTests {
  private static func failed(_ status: Int, _ result: String? = nil, sentToken: Bool = true) -> APIError {
    let body = result.map { (["result": .string($0)] as JSON).bytes() } ?? []
    return .status(StatusFailure(call: "GET /events", response: HTTPResponse(status, body: body), sentToken: sentToken))
  }

  private static let noAccess = "Erro: Sem permissão para o acesso"
  private static let notOrganizer = "Erro: Usuário não tem permissão para fazer isso nesse evento"

  private static let common: [(APIError, EventbeeError?, EventbeeError?)] = [
    (failed(422), .failedProcessEntity, .failedProcessEntity),
    (failed(401), .withoutAuthorization, nil),
    (failed(401, noAccess), .withoutAuthorization, nil),
    (failed(401, notOrganizer), .withoutAuthorization, nil),
    (failed(400), nil, nil), (failed(403), nil, nil), (failed(404), nil, nil), (failed(204), nil, nil),
    (failed(500), nil, nil),
    (.notSignedIn, .withoutAuthorization, nil),
    (.transport(.offline), nil, nil), (.transport(.cancelled), nil, nil),
    (.decoding(DecodingFailure(call: "GET /", status: 200, error: JSONError(.missingKey("id")))), nil, nil),
  ]

  @Test(arguments: common) func `What calls have in common, with and without a token`(
    error: APIError, withToken: EventbeeError?, withoutToken: EventbeeError?
  ) {
    #expect(EventbeeError(withToken: error) == withToken ?? .unknown(error))
    #expect(EventbeeError(withoutToken: error) == withoutToken ?? .unknown(error))
  }

  private static let creations: [(APIError, CreateAccountError?)] = [
    (failed(422, "Erro: E-mail já em uso"), .repeatedEmail),
    (failed(422, "Erro: Falha ao processar"), .failedProcessEntity),
    (failed(422), .failedProcessEntity),
    (failed(401, "Erro: E-mail já em uso"), nil),
    (failed(401, noAccess), nil), (failed(500), nil), (.transport(.offline), nil),
  ]

  @Test(arguments: creations) func `Why an account could not be created`(error: APIError, meaning: CreateAccountError?)
  {
    #expect(CreateAccountError(error) == meaning ?? .unknown(error))
  }

  private static let additions: [(APIError, AddParticipantError?)] = [
    (failed(401, notOrganizer), .userPermissionDenied),
    (failed(401, noAccess), nil),
    (failed(401, notOrganizer + "."), nil),
    (failed(401, "Erro: Usuario nao tem permissao para fazer isso nesse evento"), nil),
    (failed(401), nil),
    (failed(403, notOrganizer), nil),
    (failed(422, notOrganizer), .failedProcessEntity),
    (failed(404), nil), (failed(500), nil), (.notSignedIn, nil), (.transport(.offline), nil),
  ]

  @Test(arguments: additions) func `Why somebody could not be added`(error: APIError, meaning: AddParticipantError?) {
    #expect(AddParticipantError(error) == meaning ?? .unknown(error))
  }

  @Test func `A 401 about the organiser ends no session, one about the access does`() {
    #expect(Self.failed(401, Self.noAccess).endsEventbeeSession)
    #expect(!Self.failed(401, Self.notOrganizer).endsEventbeeSession)
    #expect(!Self.failed(401).endsEventbeeSession)
    #expect(!Self.failed(401, Self.noAccess, sentToken: false).endsEventbeeSession)
    #expect(!Self.failed(422, Self.noAccess).endsEventbeeSession)
    #expect(!APIError.notSignedIn.endsEventbeeSession)
  }
}
