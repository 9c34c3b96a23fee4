// swift-tools-version:6.1
import PackageDescription

// The code that tests of all packages share, for those in packages of their own: Apps and Tests/Faults. The root package has the same targets
// (Package.swift), because a package that others depend on by version cannot depend on a folder. Neither package offers them to users.
//
// The package's name is left out of the compiler's options so that both compile the same, and a build for one is good for the other.
let targets: [Target] = [
    .target(name: "TestSupport", path: "TestSupport", packageAccess: false),
    .target(name: "BusTesting", dependencies: ["TestSupport"], path: "BusTesting", packageAccess: false),
]

if Context.environment["CHATELAINE_STRICT"] == "1" {
    for target in targets { target.swiftSettings = [.unsafeFlags(["-warnings-as-errors"])] }
}

let package = Package(
    name: "test-support",
    products: [
        .library(name: "TestSupport", targets: ["TestSupport"]),
        .library(name: "BusTesting", targets: ["BusTesting"]),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
