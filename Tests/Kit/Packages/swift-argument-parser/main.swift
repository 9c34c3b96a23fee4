import ArgumentParser
import Security

struct Arguments: ParsableArguments {
    @Option var status: Int32
}
let arguments = try Arguments.parse(["--status=-25300"])
print("swift-argument-parser: \(arguments.status == errSecItemNotFound), \(errSecItemNotFound)")
