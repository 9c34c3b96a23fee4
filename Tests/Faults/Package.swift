// swift-tools-version:6.1
import PackageDescription

// Tests of the keychain's worst days: processes that are killed, disks that fill up or lie, files that are damaged.
// A package of its own, so that its processes and its preloaded library stay out of the product. Run with `make test-faults`.
let package = Package(
    name: "faults",
    products: [
        .library(name: "FaultShim", type: .dynamic, targets: ["FaultShim"])
    ],
    dependencies: [
        .package(name: "chatelaine", path: "../.."),
        .package(name: "test-support", path: "../Support"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Preloaded into the helper: makes the n-th system call fail.
        .target(name: "FaultShim", linkerSettings: [.linkedLibrary("dl")]),
        // fork(), which Swift hides.
        .target(name: "CFork"),
        // What the helper does and the tests expect, step by step.
        .target(name: "FaultModel"),
        .executableTarget(
            name: "fault-helper",
            dependencies: [
                "CFork", "FaultModel", .product(name: "KeychainServices", package: "chatelaine"),
                .product(name: "DataProtection", package: "chatelaine"),
                .product(name: "PasswordVault", package: "chatelaine"),
                .product(name: "ZeroOnFree", package: "chatelaine"),
            ]
        ),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "fault-helper", "CFork", "FaultModel",
                .product(name: "TestSupport", package: "test-support"),
                .product(name: "KeychainServices", package: "chatelaine"),
                .product(name: "DataProtection", package: "chatelaine"),
                .product(name: "PasswordVault", package: "chatelaine"),
                .product(name: "GRDB", package: "GRDB.swift"),
                // Started by the tests.
                .product(name: "chatelaine", package: "chatelaine"),
                .product(name: "chatelaine-agent", package: "chatelaine"),
                .product(name: "chatelaine-identify", package: "chatelaine"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
