// swift-tools-version:6.1
import PackageDescription

// A program that uses the keychain beside packages which switch code on as soon as they can import Security, or which need
// the toolchain's CoreFoundation. Scripts/test-coexistence.sh builds it in several orders.
let package = Package(
    name: "Coexistence",
    dependencies: [
        .package(name: "chatelaine", path: "../.."),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: [
        .executableTarget(
            name: "Coexistence",
            dependencies: [
                .product(name: "Security", package: "chatelaine"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ]
        )
    ]
)
