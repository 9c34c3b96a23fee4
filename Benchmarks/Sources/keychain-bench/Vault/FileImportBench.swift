import Foundation
import Secrets
import VaultExchange

/// The import of a file of another password manager, without storing what it has.
enum FileImportBench {
    /// Prints the seconds and the number of items. The password is the first line of standard input.
    static func run(_ path: String) throws {
        let password = readLine() ?? ""
        var context = ImportContext()
        context.password = { _, isAgain in isAgain ? nil : SecretBytes(copying: password.utf8) }
        let start = ContinuousClock.now
        let source = try ImportSource(path: path)
        guard let format = ExchangeFormatList.imports.first(where: { $0.recognizes(source) }) else {
            throw BenchError("no format of “\(path)”")
        }
        let content = try format.read(source, context)
        let time = start.duration(to: .now)
        print(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18, content.items.count)
    }
}
