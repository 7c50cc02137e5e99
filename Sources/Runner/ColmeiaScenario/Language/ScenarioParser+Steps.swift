import ColmeiaHTTP
import ColmeiaJSON

extension ScenarioParser {
  /// Parses a statement of a step.
  mutating func readKind(_ keyword: ScenarioKeyword.Step) throws(Diagnostic) -> Statement.Kind {
    switch keyword {
    case .dispatch: return .dispatch(try readAction())
    case .await:
      let condition = try checkedCondition()
      return .await(condition, within: try readWithin())
    case .expect: return .expect(try checkedCondition())
    case .capture: return try readCapture()
    case .fault: return .fault(try readFault())
    case .advance: return .advance(try cursor.duration())
    case .settle:
      let isIgnoring = cursor.consumeWord("ignoring")
      if isIgnoring, !cursor.consumeWord("timers") { throw Diagnostic(cursor.nextToken(), "expected 'timers' here") }
      return .settle(ignoringTimers: isIgnoring, within: try readWithin())
    case .request: return .request(try readRequest())
    case .restart: return .restart
    case .call: return .call(try readCall())
    }
  }

  /// Parses `call NAME(ARGUMENT, …)`.
  private mutating func readCall() throws(Diagnostic) -> ProcedureCall {
    let name = try cursor.needWord("the name of a procedure", hint: "call sign-in(\"ann@example.org\")")
    guard let procedure = procedures[name.text] else {
      throw Diagnostic(
        name.range, "no procedure is named '\(name.text)' before this line",
        hint: vocabulary.nearest(name.text, procedures.keys.sorted()))
    }
    var arguments: [Literal] = []
    if cursor.consume("(") {
      cursor.skipSpaces()
      while !cursor.consume(")") {
        arguments.append(try cursor.value(vocabulary))
        cursor.skipSpaces()
        guard cursor.consume(",") || cursor.byte == UInt8(ascii: ")") else {
          throw Diagnostic(cursor.nextToken(), "expected ',' or ')' here")
        }
        cursor.skipSpaces()
      }
    }
    if arguments.count != procedure.parameters.count {
      let written = "\(procedure.name)(\(procedure.parameters.joined(separator: ", ")))"
      throw Diagnostic(
        name.range, "\(arguments.count) arguments instead of \(procedure.parameters.count)", hint: "call \(written)")
    }
    uncalled[procedure.name] = nil
    vocabulary.variables.formUnion(procedure.captures)
    return ProcedureCall(procedure: procedure, arguments: arguments)
  }

  private mutating func readAction() throws(Diagnostic) -> ActionText {
    let action = try cursor.action()
    for segment in action.segments {
      for argument in segment.arguments { try vocabulary.check(argument.value) }
    }
    if let payload = action.payload { try vocabulary.check(payload) }
    if let mistake = names?.check(action) { throw mistake }
    return action
  }

  private mutating func readWithin() throws(Diagnostic) -> Duration? {
    cursor.consumeWord("within") ? try cursor.duration() : nil
  }

  private mutating func readCapture() throws(Diagnostic) -> Statement.Kind {
    let isSecret = cursor.consumeWord("secret")
    let name = try cursor.needWord("the name of a variable")
    defer { vocabulary.variables.insert(name.text) }
    if ["origin", "seed"].contains(name.text) { try checkName(name.text, name.range) }
    if !isSecret { vocabulary.uses.define(name.text, name.range) }
    guard cursor.consume("=") else {
      throw Diagnostic(cursor.nextToken(), "expected '=' here", hint: "capture token = answer body token")
    }
    cursor.skipSpaces()
    let start = cursor.position
    let query = try cursor.query(vocabulary)
    try check(query)
    let filters = cursor.isAtEndOfLine ? [] : try cursor.filters(after: query)
    if let mistake = names?.check(query, filters, start..<cursor.trimmedEnd(cursor.position)) { throw mistake }
    return .capture(name.text, isSecret: isSecret, query, filters)
  }

  private mutating func readRequest() throws(Diagnostic) -> RawRequest {
    let method = try cursor.needWord("a method")
    guard Cursor.isUppercase(method.text.utf8) else {
      throw Diagnostic(method.range, "a method must be in capital letters", hint: method.text.uppercased())
    }
    try Cursor.checkMethod(method.text, method.range)
    let target = try cursor.value(vocabulary)
    guard let path = target.template.string, path.hasPrefix("/") || path.hasPrefix("{{") else {
      let path = target.template.string ?? "events"
      throw Diagnostic(
        target.range, "a path must begin with '/'",
        hint: path.contains("://")
          ? "for another server, use --origin NAME=URL, and \"{{NAME}}/path\""
          : "request \(method.text) \"/\(path)\"")
    }
    var request = RawRequest(method: HTTPMethod(rawValue: method.text), target: target)
    while !cursor.isAtEndOfLine, try readPart(of: &request) {}
    let both = request.headers.first { $0.template.string?.lowercased().hasPrefix("authorization:") == true }
    if let both, !request.login.isEmpty {
      throw Diagnostic(both.range, "'basic' sets this field; leave one of them out")
    }
    return request
  }

  /// Parses a part of a request. Returns `false` if there is none.
  private mutating func readPart(of request: inout RawRequest) throws(Diagnostic) -> Bool {
    let start = cursor.position
    func refuse(_ isRepeated: Bool) throws(Diagnostic) {
      if isRepeated {
        throw Diagnostic(start..<cursor.trimmedEnd(cursor.position), "a request has this part only once")
      }
    }
    if cursor.consumeWord("with") {
      request.headers.append(try readHeader())
    } else if cursor.consumeWord("query") {
      try refuse(request.query != nil)
      request.query = try readObject("query {\"page\": 2, \"tag\": [\"a\", \"b\"]}")
    } else if cursor.consumeWord("basic") {
      try refuse(!request.login.isEmpty)
      let user = try readString("basic \"ann\" \"…\"")
      if user.template.string?.contains(":") == true { throw Diagnostic(user.range, "a user name has no colon") }
      request.login = [user, try readString("basic \"ann\" \"…\"")]
    } else if cursor.consumeWord("following") {
      guard cursor.consumeWord("redirects") else { throw Diagnostic(cursor.nextToken(), "expected 'redirects' here") }
      try refuse(request.followsRedirects)
      request.followsRedirects = true
    } else if cursor.consumeWord("cookies") {
      try refuse(request.keepsCookies)
      request.keepsCookies = true
    } else if cursor.consumeWord("lines") {
      guard let lines = cursor.number(), (1...10_000).contains(lines) else {
        throw Diagnostic(cursor.nextToken(), "expected a number of lines from 1 to 10000 here")
      }
      try refuse(request.lines != nil)
      request.lines = lines
    } else if cursor.consumeWord("retry") {
      try refuse(request.retry != nil)
      request.retry = try readRetry()
    } else if cursor.consumeWord("within") {
      try refuse(request.limit != nil)
      request.limit = try readTime()
    } else if let body = try readRequestBody() {
      try refuse(request.body != nil)
      request.body = body
    } else {
      return false
    }
    return true
  }

  private mutating func readHeader() throws(Diagnostic) -> Literal {
    let header = try cursor.value(vocabulary)
    guard let field = header.template.string.flatMap(RawRequest.field) else {
      throw Diagnostic(
        header.range, "a header field needs a name and a colon", hint: "with \"Accept: application/json\"")
    }
    if header.variables.isEmpty, !HeaderText.isSendable(field) {
      throw Diagnostic(header.range, RequestFault.header(field.name).description)
    }
    return header
  }

  private mutating func readObject(_ example: String) throws(Diagnostic) -> Literal {
    let value = try cursor.value(vocabulary)
    if let name = value.template.object.flatMap(RawRequest.nested) {
      throw Diagnostic(value.range, RawRequest.nestedReason(name))
    }
    if value.template.object != nil || value.isVariable { return value }
    throw Diagnostic(value.range, "expected an object here", hint: example)
  }

  private mutating func readString(_ example: String) throws(Diagnostic) -> Literal {
    let value = try cursor.value(vocabulary)
    if value.template.string != nil { return value }
    throw Diagnostic(value.range, "expected a string here", hint: example)
  }

  /// Parses `until CONDITION every 1s`.
  private mutating func readRetry() throws(Diagnostic) -> RequestRetry {
    guard cursor.consumeWord("until") else {
      throw Diagnostic(
        cursor.nextToken(), "expected 'until' here", hint: "retry until answer status == 200 every 1s within 30s")
    }
    let condition = try checkedCondition()
    guard cursor.consumeWord("every") else {
      throw Diagnostic(cursor.nextToken(), "expected 'every' here", hint: "the time between two requests: every 1s")
    }
    return RequestRetry(condition: condition, interval: try readTime())
  }

  /// Parses a time that is long enough for something to happen.
  mutating func readTime() throws(Diagnostic) -> Duration {
    let start = cursor.position
    let time = try cursor.duration()
    if time >= .milliseconds(1) { return time }
    throw Diagnostic(start..<cursor.trimmedEnd(cursor.position), "expected at least 1ms here")
  }

  private mutating func readRequestBody() throws(Diagnostic) -> RawBody? {
    for form in RawBody.Form.allCases.dropFirst() {
      var ahead = cursor
      guard ahead.word()?.text == form.rawValue else { continue }
      cursor = ahead
      switch form {
      case .form: return RawBody(form: form, value: try readObject("form {\"user\": \"ann\"}"))
      case .bytes:
        let value = try readString("bytes \"68690A\"")
        if value.variables.isEmpty, let text = value.template.string, [UInt8](hexadecimal: text) == nil {
          throw Diagnostic(value.range, "bytes are pairs of hexadecimal digits", hint: "bytes \"68690A\"")
        }
        return RawBody(form: form, value: value)
      case .json, .text, .file: return RawBody(form: form, value: try readString("\(form.rawValue) \"…\""))
      }
    }
    var ahead = cursor
    let isValue = cursor.byte.map { "{[\"-0123456789".utf8.contains($0) } == true
    guard isValue || ["true", "false", "null"].contains(ahead.word()?.text) else { return nil }
    return RawBody(form: .json, value: try cursor.value(vocabulary))
  }
}

extension ScenarioParser {
  private mutating func readFault() throws(Diagnostic) -> Fault {
    let word = try cursor.needWord("a fault")
    guard let kind = FaultKind.named[word.text] else {
      throw Diagnostic(
        word.range, "unknown fault '\(word.text)'", hint: Diagnostic.nearest(word.text, FaultKind.names))
    }
    return try readLimits(of: Fault(call: try readCall(kind)))
  }

  /// Parses the argument of a fault, if it has one.
  private mutating func readCall(_ kind: FaultKind) throws(Diagnostic) -> FaultCall {
    switch kind.effect {
    case .plain(let effect): return FaultCall(kind: kind, argument: .none, effect: effect)
    case .withStatus(let effect):
      guard let status = cursor.number(), (100...599).contains(status) else {
        throw Diagnostic(cursor.nextToken(), "expected a status from 100 to 599 here")
      }
      let body = try readBody()
      return FaultCall(kind: kind, argument: .status(status, body), effect: effect(status, body))
    case .withTime(let effect):
      let times = try readTimes()
      return FaultCall(kind: kind, argument: .time(times), effect: effect(times))
    }
  }

  /// Parses the body of a response if there is one: JSON that isn't a number, which would be that of `2 times`.
  private mutating func readBody() throws(Diagnostic) -> JSON? {
    var ahead = cursor
    let isBody = cursor.byte.map { "{[\"".utf8.contains($0) } == true
    guard isBody || ["true", "false", "null"].contains(ahead.word()?.text) else { return nil }
    let start = cursor.position
    let body = try cursor.json()
    try cursor.refuseVariables(start..<cursor.position)
    return body
  }

  /// Parses `2s` or `1s..3s`.
  private mutating func readTimes() throws(Diagnostic) -> ClosedRange<Duration> {
    let start = cursor.position
    let low = try cursor.duration()
    guard cursor.consume("..") else { return low...low }
    let high = try cursor.duration()
    if high < low {
      throw Diagnostic(start..<cursor.trimmedEnd(cursor.position), "the second time is shorter than the first")
    }
    return low...high
  }

  /// Parses `2 times`, `on "GET /feed"` and `for 10s`, in any order.
  private mutating func readLimits(of fault: Fault) throws(Diagnostic) -> Fault {
    var fault = fault
    while !cursor.isAtEndOfLine {
      let limit = cursor.nextToken()
      if let times = cursor.number() {
        if times == 0 { throw Diagnostic(limit, "expected a number of at least 1 here") }
        guard cursor.consumeWord("times") || cursor.consumeWord("time") else {
          throw Diagnostic(cursor.nextToken(), "expected 'times' here")
        }
        if fault.call.effect.isClear { throw Diagnostic(limit, "all faults end, for all requests and at once") }
        fault.times = times
      } else if cursor.consumeWord("on") {
        fault.pattern = try cursor.requestPattern()
      } else if cursor.consumeWord("for") {
        if fault.call.effect.isClear { throw Diagnostic(limit, "faults end for good", hint: "begin them again later") }
        fault.duration = try readTime()
      } else {
        throw Diagnostic(
          cursor.nextToken(), "unexpected text after the fault",
          hint: "a fault can have: N times, on \"GET /path\", for 10s"
            + (fault.lacksBody ? "; a body, which is JSON but not a number, follows the status" : ""))
      }
    }
    return fault
  }
}
