@testable import ColmeiaHTTP

/// Returns the bytes of a frame, which may be invalid.
func frame(
  _ first: UInt8, _ payload: [UInt8] = [], mask: UInt32? = nil, length: [UInt8]? = nil
) -> [UInt8] {
  var bytes = [first]
  let flag: UInt8 = mask == nil ? 0 : 0x80
  if let length {
    bytes += [flag | length[0]] + length.dropFirst()
  } else if payload.count < 126 {
    bytes.append(flag | UInt8(payload.count))
  } else {
    bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
  }
  guard let mask else { return bytes + payload }
  var mixed = payload
  WebSocketMask.apply(mask, to: &mixed, in: 0..<mixed.count, offset: 0)
  return bytes + (0..<4).map { UInt8(truncatingIfNeeded: mask >> (24 - 8 * $0)) } + mixed
}

/// Returns the frames of a message, each with at most `size` bytes, which must be fewer than 65,536.
func frames(_ message: WebSocketMachine.Message, size: Int, mask: UInt32) -> [UInt8] {
  let (opcode, payload): (UInt8, [UInt8]) =
    switch message {
    case .text(let text): (0x1, Array(text.utf8))
    case .binary(let bytes): (0x2, bytes)
    }
  var (bytes, index): ([UInt8], Int) = ([], 0)
  repeat {
    let end = min(index + size, payload.count)
    let first = (index == 0 ? opcode : 0) | (end == payload.count ? 0x80 : 0)
    bytes += frame(first, Array(payload[index..<end]), mask: mask)
    index = end
  } while index < payload.count
  return bytes
}

func client(_ limits: WebSocketMachine.Limits = .init()) -> WebSocketMachine {
  WebSocketMachine(.client, limits: limits) { 0x37FA_213D }
}

func server(_ limits: WebSocketMachine.Limits = .init()) -> WebSocketMachine {
  WebSocketMachine(.server, limits: limits) { 0 }
}
