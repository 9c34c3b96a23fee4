// swift-tools-version:6.1
import PackageDescription

// Programs that feed what crosses a trust boundary with bytes that libFuzzer makes up. A package of its own, so that its
// flags stay out of the product. Build and run with Scripts/fuzz.sh: without `--sanitize fuzzer` the programs have no `main`.
let keychainServices = Target.Dependency.product(name: "KeychainServices", package: "chatelaine")
let security = Target.Dependency.product(name: "Security", package: "chatelaine")
let passwordTools = Target.Dependency.product(name: "PasswordTools", package: "chatelaine")
let grdb: [Target.Dependency] = [
    .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
]

func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["FuzzInput"],
        // libFuzzer has the entry point.
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "chatelaine", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "FuzzInput"),
        fuzzer("fuzz-item", [keychainServices]),
        fuzzer("fuzz-access-list", [keychainServices]),
        fuzzer("fuzz-token-key", [keychainServices]),
        fuzzer("fuzz-keybag", [keychainServices] + grdb),
        fuzzer("fuzz-file", [keychainServices] + grdb),
        fuzzer("fuzz-entitlements", [keychainServices]),
        fuzzer("fuzz-agent-frame", [keychainServices]),
        fuzzer("fuzz-agent-messages", [keychainServices]),
        fuzzer("fuzz-protected-file", [.product(name: "DataProtection", package: "chatelaine"), keychainServices]),
        fuzzer(
            "fuzz-password-manager", [.product(name: "AppExtensions", package: "chatelaine"), keychainServices]),
        fuzzer(
            "fuzz-browser", [.product(name: "BrowserMessages", package: "chatelaine"), keychainServices]),
        fuzzer("fuzz-query", [security, keychainServices]),
        fuzzer("fuzz-exchange", [security]),
        fuzzer("fuzz-import-archives", [.product(name: "VaultExchange", package: "chatelaine")]),
        fuzzer("fuzz-pkcs12", [security]),
        fuzzer("fuzz-pem", [security]),
        fuzzer("fuzz-certificate", [security]),
        fuzzer("fuzz-message", [security]),
        fuzzer("fuzz-portable", [keychainServices] + grdb),
        fuzzer("fuzz-web-address", [.product(name: "WebsiteMatching", package: "chatelaine")]),
        fuzzer("fuzz-password-rules", [passwordTools]),
        fuzzer("fuzz-one-time-code", [passwordTools]),
        fuzzer("fuzz-references", [.product(name: "SecretReferences", package: "chatelaine")]),
        fuzzer("fuzz-import-keepass", [.product(name: "VaultExchange", package: "chatelaine")]),
        fuzzer("fuzz-import-text", [.product(name: "VaultExchange", package: "chatelaine")]),
    ],
    swiftLanguageModes: [.v6]
)
