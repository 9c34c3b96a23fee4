// swift-tools-version:5.9
import PackageDescription

// Packages that were never told about Linux: not a word about where their modules come from. Scripts/test-kit.sh builds, runs and tests
// them with the drop-in kit, all in one graph. A target below gets the part of the kit that its comment names, and none else.
//
// The targets of “Packages” are named after the public packages that they use. These and all that they depend on get the default kit.
func program(_ package: String, _ product: String...) -> Target {
    .executableTarget(
        name: package, dependencies: product.map { .product(name: $0, package: package) }, path: "Packages/\(package)")
}

let package = Package(
    name: "KitTest",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: [
        // The default.
        .executableTarget(name: "DefaultKit", dependencies: ["FoundationOnly"]),
        // --foundation
        .target(name: "FoundationOnly"),
        .testTarget(name: "KitTests", dependencies: ["FoundationOnly"]),
        // --os
        .executableTarget(name: "SystemLog"),
        // --cryptokit
        .executableTarget(name: "AppleCrypto"),
        // --commoncrypto
        .executableTarget(name: "AppleHashes"),
        // --corefoundation
        .executableTarget(name: "CoreNames"),
        // --except; the program that uses it gets the default.
        .target(name: "ServerTrust"),
        .executableTarget(name: "Downloads", dependencies: ["ServerTrust"]),

        program("swift-argument-parser", "ArgumentParser"),
        program("swift-atomics", "Atomics"),
        program("swift-collections", "Collections"),
        program("swift-crypto", "Crypto"),
        program("swift-log", "Logging"),
        program("swift-nio", "NIOCore", "NIOPosix"),
        program("async-http-client", "AsyncHTTPClient"),
        program("jwt-kit", "JWTKit"),
    ]
)
