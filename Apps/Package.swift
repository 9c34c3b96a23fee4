// swift-tools-version:6.1
import PackageDescription

let chatelaine = "chatelaine"
let security: [Target.Dependency] = [.product(name: "Security", package: chatelaine)]
let keychain: [Target.Dependency] = [.product(name: "KeychainServices", package: chatelaine)]
let authentication: [Target.Dependency] = [.product(name: "LocalAuthentication", package: chatelaine)]
let extensions: [Target.Dependency] = [.product(name: "AppExtensions", package: chatelaine)]
let vaults: [Target.Dependency] = [
    .product(name: "VaultClient", package: chatelaine), .product(name: "KeychainServices", package: chatelaine),
]
let files: [Target.Dependency] = [.product(name: "DataProtection", package: chatelaine)]

/// The layout files of an app, embedded in its executable so that they cannot be replaced.
let layouts: [Resource] = [.embedInCode("Layouts")]

var targets: [Target] = [
    .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .target(name: "CWindows", dependencies: ["CGtk"], linkerSettings: [.linkedLibrary("X11")]),
    .target(
        name: "GtkSupport",
        dependencies: ["CGtk", "CWindows", .product(name: "ChatelaineGLib", package: chatelaine)] + keychain
            + extensions),
    // Shows the agent's sheets and questions; started by “chatelaine prompter”.
    .executableTarget(
        name: "chatelaine-sheet",
        dependencies: [
            "GtkSupport", .product(name: "SheetRelay", package: chatelaine),
            .product(name: "VaultClient", package: chatelaine),
        ] + keychain, path: "Sources/SheetWindow", resources: layouts),
    .executableTarget(
        name: "TouchMeIn",
        dependencies: ["GtkSupport"] + keychain + security + authentication + extensions + files,
        resources: layouts),
    // The same library as in the core package, under another name: names of targets are unique among packages.
    .systemLibrary(name: "CLibsodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "PasswordVerifier", dependencies: ["CLibsodium"]),
    .executableTarget(
        name: "ChristmasKeeper",
        dependencies: ["GtkSupport", "PasswordVerifier", .product(name: "Crypto", package: "swift-crypto")] + security
            + authentication + files,
        resources: layouts + [.embedInCode("Pictures")]),
    .executableTarget(name: "ACME", dependencies: ["GtkSupport", "PasswordVerifier"] + extensions, resources: layouts),
    .systemLibrary(name: "CWebKit", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
    // Web views of WebKitGTK that a password manager can fill. “Page” is a link to the scripts of the browser extension.
    .target(
        name: "AppExtensionsWebKit", dependencies: ["CWebKit"] + extensions, resources: [.embedInCode("Page")]),
    .executableTarget(
        name: "acme-browser", dependencies: ["GtkSupport", "CWebKit", "AppExtensionsWebKit"] + extensions + security,
        path: "Sources/ACMEBrowser", resources: layouts + [.embedInCode("Pages")]),
    .executableTarget(
        name: "TestHost", dependencies: ["GtkSupport"] + security + authentication + extensions + files,
        resources: layouts),

    .executableTarget(
        name: "VaultWindow",
        dependencies: [
            "GtkSupport", .product(name: "VaultExchange", package: chatelaine),
            .product(name: "VaultHealth", package: chatelaine), .product(name: "Backup", package: chatelaine),
        ] + vaults + authentication,
        resources: layouts),
    .executableTarget(
        name: "KeychainWindow",
        dependencies: [
            "GtkSupport", .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "SwiftASN1", package: "swift-asn1"), .product(name: "ZeroOnFree", package: chatelaine),
        ] + keychain + security, resources: layouts),

    // The desktop for tests: a display, programs, and the information for accessibility clients.
    .systemLibrary(name: "CAtspi", path: "Tests/CAtspi", pkgConfig: "atspi-2", providers: [.apt(["libatspi2.0-dev"])]),
    .target(
        name: "AppTesting",
        dependencies: [
            "CAtspi", .product(name: "BusTesting", package: "test-support"),
            .product(name: "TestSupport", package: "test-support"),
        ], path: "Tests/AppTesting"),
    .testTarget(name: "GtkSupportTests", dependencies: ["GtkSupport", "AppTesting", "TestHost"]),
    .testTarget(name: "ContrastTests", dependencies: ["AppTesting"]),
    .testTarget(name: "SheetWindowTests", dependencies: ["AppTesting", "chatelaine-sheet"]),
    .testTarget(name: "TouchMeInTests", dependencies: ["AppTesting", "TouchMeIn"]),
    .testTarget(
        name: "ChristmasKeeperTests",
        dependencies: ["AppTesting", "ChristmasKeeper", .product(name: "KeychainTesting", package: chatelaine)],
        exclude: ["Support/portal.py"]),
    .testTarget(
        name: "Screenshots",
        dependencies: [
            "AppTesting", "chatelaine-sheet", "TouchMeIn", "ChristmasKeeper", "ACME", "acme-browser", "VaultWindow",
            "KeychainWindow",
        ]),
    .testTarget(name: "PasswordVerifierTests", dependencies: ["PasswordVerifier"]),
    .testTarget(name: "ACMETests", dependencies: ["AppTesting", "ACME", "PasswordVerifier"]),
    .testTarget(name: "AppExtensionsWebKitTests", dependencies: ["AppTesting", "AppExtensionsWebKit"]),
    .testTarget(
        name: "ACMEBrowserTests", dependencies: ["AppTesting", "acme-browser"], exclude: ["Support/server.py"]),
    .testTarget(name: "TestHostTests", dependencies: ["AppTesting", "TestHost"]),
    .testTarget(name: "VaultWindowTests", dependencies: ["AppTesting", "VaultWindow"] + vaults),
    .testTarget(
        name: "KeychainWindowTests", dependencies: ["AppTesting", "KeychainWindow"] + keychain,
        exclude: ["Support/drag-source.py"]),
]

// The steps of Docs/tutorial.md, each with the sources that the reader has by then; and the tests of the installed files.
let steps: [Target] = (1...4).map { step in
    .executableTarget(
        name: "TutorialStep\(step)", dependencies: ["GtkSupport"] + security + authentication + extensions,
        path: "Examples/Tutorial/Step\(step)", exclude: step == 1 ? ["Package.swift"] : [], resources: layouts)
}
targets += steps
targets += [
    .testTarget(name: "TutorialTests", dependencies: ["AppTesting"] + steps.map { .byName(name: $0.name) }),
    .testTarget(
        name: "PackagingTests",
        dependencies: ["AppTesting", .product(name: "KeychainServices", package: chatelaine)]),
]

if Context.environment["CHATELAINE_STRICT"] == "1" {
    for target in targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}

let package = Package(
    name: "chatelaine-apps",
    products: [
        .library(name: "GtkSupport", targets: ["GtkSupport"]),
        .library(name: "AppExtensionsWebKit", targets: ["AppExtensionsWebKit"]),
    ],
    dependencies: [
        .package(name: "chatelaine", path: ".."),
        .package(name: "test-support", path: "../Tests/Support"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.2.0"),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
