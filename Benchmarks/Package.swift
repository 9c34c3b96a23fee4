// swift-tools-version:6.1
import PackageDescription

let package = Package(
    name: "chatelaine-benchmarks",
    dependencies: [.package(name: "chatelaine", path: "..")],
    targets: [
        .target(
            name: "CFloor", cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("sodium")]),
        .target(
            name: "CSecretService", cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("systemd")]),
        .executableTarget(
            name: "keychain-bench",
            dependencies: [
                "CFloor", "CSecretService",
                .product(name: "DataProtection", package: "chatelaine"),
                .product(name: "Security", package: "chatelaine"),
                .product(name: "KeychainServices", package: "chatelaine"),
                .product(name: "PasswordVault", package: "chatelaine"),
                .product(name: "VaultExchange", package: "chatelaine"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
