// swift-tools-version:6.1
import PackageDescription

// On Apple's systems the program needs only the system's frameworks.
#if os(Linux)
    let dependencies: [Package.Dependency] = [.package(name: "chatelaine", path: "../..")]
    let security: [Target.Dependency] = [.product(name: "Security", package: "chatelaine")]
#else
    let dependencies: [Package.Dependency] = []
    let security: [Target.Dependency] = []
#endif

let package = Package(
    name: "KeychainTutorial",
    dependencies: dependencies,
    targets: [.executableTarget(name: "KeychainTutorial", dependencies: security)]
)
