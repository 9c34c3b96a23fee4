// swift-tools-version:6.1
import PackageDescription

let package = Package(
    name: "TouchMeIn",
    dependencies: [
        .package(name: "chatelaine", path: "../chatelaine"),
        .package(name: "chatelaine-apps", path: "../chatelaine/Apps"),
    ],
    targets: [
        .executableTarget(
            name: "TouchMeIn",
            dependencies: [
                .product(name: "GtkSupport", package: "chatelaine-apps"),
                .product(name: "Security", package: "chatelaine"),
                .product(name: "LocalAuthentication", package: "chatelaine"),
                .product(name: "AppExtensions", package: "chatelaine"),
            ],
            resources: [.embedInCode("Layouts")])
    ],
    swiftLanguageModes: [.v6]
)
