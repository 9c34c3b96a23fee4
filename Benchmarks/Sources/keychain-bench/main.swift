import Foundation
import KeychainServices

// usage: keychain-bench SIZES                                  the store in this process, at each number of items
//        keychain-bench processes CHATELAINE SECRET-TOOL ITEMS  the command line beside secret-tool
//        keychain-bench open-once DIRECTORY ITEMS               for the first one's own use

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "open-once":
    try OpenBench.once(directory: arguments[1], size: Int(arguments[2]) ?? 0)
case "processes":
    var report = Report()
    try ProcessBench(chatelaine: arguments[1], secretTool: arguments[2], items: Int(arguments[3]) ?? 1000).run(&report)
    report.finish()
default:
    let sizes = (arguments.first ?? "1000,100000").split(separator: ",").compactMap { Int($0) }
    let directory = FileManager.default.temporaryDirectory.path + "/chatelaine-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    var report = Report()
    let result = Result {
        try StoreBench(directory: directory, sizes: sizes).run(&report)
        try OpenBench(directory: directory + "/open", size: sizes.contains { $0 >= 100_000 } ? 100_000 : 10_000).run(
            &report)
    }
    try? FileManager.default.removeItem(atPath: directory)
    try result.get()
    report.finish()
}
