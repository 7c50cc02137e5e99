import ColmeiaWorld
import Foundation

/// The fuzzer's command: `Fuzz TARGET --runs N --seed S`.
@main struct Main {
  static let syntax = CommandSyntax(
    "Fuzz", "fuzz the parsers with random input", operands: "TARGET",
    options: [
      .init("--runs", value: "N", help: "the number of inputs (default: 100000)"),
      .init("--seed", value: "S", help: "the seed of the random number generator (default: 1)"),
      .init("--list", help: "list the targets"),
    ],
    notes: "Exit codes: 0 no failure, 1 a failure (the input is printed), 2 invalid arguments.")

  static func main() {
    do throws(UsageError) {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("Fuzz: \(error)\n".utf8))
      exit(2)
    }
  }

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(syntax.help(program: "swift run -c release"), terminator: "")
      return 0
    }
    let arguments = try CommandArguments(arguments, syntax)
    if arguments.has("--list") {
      for target in FuzzTarget.all { print("\(target.name)  \(target.summary)") }
      return 0
    }
    guard arguments.operands.count == 1 else { throw UsageError("pass one TARGET; --list prints them") }
    guard let target = FuzzTarget.all.first(where: { $0.name == arguments.operands[0] }) else {
      throw UsageError("unknown target '\(arguments.operands[0])'; --list prints them")
    }
    let runs = try arguments.number("--runs", in: 1...Int.max, default: 100_000)
    let seed = try arguments.number("--seed", in: 0...Int.max, default: 1)
    let start = ContinuousClock.now
    let failure = target.fuzz(runs: runs, seed: UInt64(seed))
    let time = start.duration(to: .now)
    guard let failure else {
      print("\(target.name): \(runs) inputs, no failure (\(time))")
      return 0
    }
    let input = failure.shrunk(target)
    print("\(target.name): \(failure.message)\nrun \(failure.run) of seed \(seed); shrunk to \(input.count) bytes:")
    print(input.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " "))
    print(String(decoding: input, as: UTF8.self))
    return 1
  }

}
