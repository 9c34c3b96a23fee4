import CFloor
import Foundation
import KeychainServices

// usage: keychain-bench SIZES                                  the store in this process, at each number of items
//        keychain-bench agent CHATELAINE SIZES                 the same store through the agent
//        keychain-bench processes CHATELAINE SECRET-TOOL ITEMS  the command line against secret-tool, the agent against its keyring
//        keychain-bench keys CHATELAINE                         keys, identities and imports, compared with openssl speed
//        keychain-bench files                                   a protected file of 1 GiB
//        keychain-bench vault SIZES                             the password vault in this process
//        keychain-bench vault-processes CHATELAINE KEEPASSXC-CLI ITEMS THEIR-ITEMS
//                                                               the vault's commands through an agent against keepassxc-cli
//        keychain-bench vault-sheet PROGRAMS ITEMS              the sheet, from a directory with sheet-probe as “chatelaine”
//        keychain-bench import FILE                            the import of a file, its password on standard input: seconds and items
// Subcommands for its own child processes:
//        keychain-bench vault-once DIRECTORY ITEMS
//        keychain-bench file-once DIRECTORY write|read|plain-write|plain-read
//        keychain-bench open-once DIRECTORY ITEMS
//        keychain-bench client keychain|secret-service ITEMS look-up|add
//        keychain-bench frame-sizes HOME SOCKET ITEMS
//        keychain-bench round-trips HOME ITEMS AGENT-PID REQUEST-BYTES REPLY-BYTES
//        keychain-bench first-answer CHATELAINE HOME ITEMS
//        keychain-bench key-frame-sizes HOME SOCKET TAG
//        keychain-bench key-round-trips HOME TAG AGENT-PID REQUEST-BYTES REPLY-BYTES
//        keychain-bench echo REQUEST-BYTES REPLY-BYTES

let arguments = Array(CommandLine.arguments.dropFirst())
func number(_ index: Int) -> Int { arguments.indices.contains(index) ? Int(arguments[index]) ?? 0 : 0 }
func sizes(_ text: String?) -> [Int] { (text ?? "1000,100000").split(separator: ",").compactMap { Int($0) } }

/// Runs `body` with a temporary directory, which is removed afterwards.
func withTemporaryDirectory(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.path + "/chatelaine-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try body(directory)
}

switch arguments.first {
case "open-once":
    try OpenBench.once(directory: arguments[1], size: number(2))
case "client":
    guard let server = BenchClient.Server(rawValue: arguments[1]) else { throw BenchError("client of what?") }
    try BenchClient(server, items: number(2), adds: arguments[3] == "add").serve()
case "frame-sizes":
    try RoundTripBench.frameSizes(home: arguments[1], socket: arguments[2], size: number(3))
case "round-trips":
    try RoundTripBench.measure(
        home: arguments[1], size: number(2), agent: pid_t(number(3)), frames: (number(4), number(5)))
case "first-answer":
    try AgentBench.firstAnswer(arguments[1], home: arguments[2], size: number(3))
case "key-frame-sizes":
    try ServedKeyBench.frameSizes(home: arguments[1], socket: arguments[2], tag: arguments[3])
case "key-round-trips":
    try ServedKeyBench.measure(tag: arguments[2], agent: pid_t(number(3)), frames: (number(4), number(5)))
case "keys":
    var report = Report()
    try withTemporaryDirectory { directory in
        let floors = try Placement.onOneCore { try KeyBench().run(&report) }
        try ServedKeyBench(chatelaine: arguments[1], home: directory + "/agent").run(floors, &report)
        let certificates = try BenchCertificates(directory: directory)
        try IdentityBench(directory: directory + "/identities", certificates: certificates).run(&report)
        try ImportBench(directory: directory, certificates: certificates).run(&report)
    }
    report.finish()
case "echo":
    echo_serve(0, Int32(number(1)), Int32(number(2)))
case "agent":
    var report = Report()
    // Sizes above 100,000 measure the store and not the agent.
    let wanted = sizes(arguments.count > 2 ? arguments[2] : nil).filter { $0 <= 100_000 }
    try withTemporaryDirectory { directory in
        try AgentBench(chatelaine: arguments[1], directory: directory, sizes: wanted.sorted()).run(&report)
    }
    report.finish()
case "files":
    var report = Report()
    let directory = "/dev/shm/chatelaine-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try withTemporaryDirectory { try FileBench(directory: directory, diskDirectory: $0).run(&report) }
    report.finish()
case "file-once":
    try FileBench.once(directory: arguments[1], operation: arguments[2])
case "vault":
    var report = Report()
    try withTemporaryDirectory { directory in
        let wanted = arguments.count > 1 ? sizes(arguments[1]) : [1000, 10_000, 100_000]
        try VaultBench(directory: directory, sizes: wanted.sorted()).run(&report)
    }
    report.finish()
case "vault-processes":
    var report = Report()
    try withTemporaryDirectory { directory in
        try VaultProcessBench(
            chatelaine: arguments[1], keepass: arguments[2], directory: directory, size: number(3), theirSize: number(4)
        ).run(&report)
    }
    report.finish()
case "vault-sheet":
    var report = Report()
    try withTemporaryDirectory { directory in
        try SheetBench(programs: arguments[1], directory: directory, size: number(2)).run(&report)
    }
    report.finish()
case "import":
    try FileImportBench.run(arguments[1])
case "vault-once":
    try VaultBench.once(directory: arguments[1], size: number(2))
case "processes":
    var report = Report()
    try ProcessBench(chatelaine: arguments[1], secretTool: arguments[2], items: number(3)).run(&report)
    report.finish()
default:
    var report = Report()
    let wanted = sizes(arguments.first)
    try withTemporaryDirectory { directory in
        try StoreBench(directory: directory, sizes: wanted).run(&report)
        let size = wanted.contains { $0 >= 100_000 } ? 100_000 : 10_000
        try OpenBench(directory: directory + "/open", size: size).run(&report)
    }
    report.finish()
}
