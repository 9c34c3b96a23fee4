// swift-tools-version:6.1
import PackageDescription

// On Apple's systems the program needs only the system's frameworks.
#if os(Linux)
    let dependencies: [Package.Dependency] = [.package(name: "chatelaine", path: "../..")]
    let localAuthentication: [Target.Dependency] = [.product(name: "LocalAuthentication", package: "chatelaine")]
#else
    let dependencies: [Package.Dependency] = []
    let localAuthentication: [Target.Dependency] = []
#endif

let package = Package(
    name: "LoginScreen",
    dependencies: dependencies,
    targets: [.executableTarget(name: "LoginScreen", dependencies: localAuthentication)]
)
