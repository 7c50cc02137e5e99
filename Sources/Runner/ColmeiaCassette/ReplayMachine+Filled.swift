import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets

extension ReplayMachine {
  func filled(_ body: CassetteBody) -> CassetteBody {
    switch body {
    case .none, .digest: body
    case .bytes(let bytes):
      String(validating: bytes, as: UTF8.self).map { .bytes(Array(Placeholder.filled($0, bindings).utf8)) } ?? body
    case .text(let text): .text(Placeholder.filled(text, bindings))
    case .json(let json): .json(filled(json))
    }
  }

  func filled(_ json: JSON) -> JSON {
    if bindings.isEmpty { return json }
    switch json {
    case .null, .bool, .number: return json
    case .string(let text): return .string(Placeholder.filled(text, bindings))
    case .array(let elements): return .array(elements.map(filled))
    case .object(let object):
      var result = JSONObject()
      for (key, value) in object { result[Placeholder.filled(key, bindings)] = filled(value) }
      return .object(result)
    }
  }

  func filled(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(headers.fields.map { HTTPHeaders.Field($0.name, Placeholder.filled($0.value, bindings)) })
  }
}
