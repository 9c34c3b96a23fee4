// swift-tools-version:6.1
import PackageDescription

// TLS on the loopback with SwiftNIO SSL. The client's certificate and its private key are an identity of the keychain.
let package = Package(
    name: "MutualTLS",
    dependencies: [
        .package(name: "chatelaine", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        .executableTarget(
            name: "MutualTLS",
            dependencies: [
                .product(name: "Security", package: "chatelaine"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ])
    ]
)
