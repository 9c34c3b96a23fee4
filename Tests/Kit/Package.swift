// swift-tools-version:5.9
import PackageDescription

// A package that was never told about Linux: not a word about where its modules come from. Scripts/test-kit.sh builds, runs and
// tests it with the drop-in kit.
let package = Package(
    name: "KitTest",
    targets: [
        .target(name: "FoundationOnly"),
        .executableTarget(name: "OtherImports", dependencies: ["FoundationOnly"]),
        .testTarget(name: "KitTests", dependencies: ["FoundationOnly"]),
    ]
)
