// swift-tools-version:6.1
import PackageDescription

// The package has two shapes. On Linux it is the whole keychain. On Apple's systems, which have Security and
// LocalAuthentication already, only the wrappers written against them are built, from the same sources.
#if os(Linux)
    let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
    let security: [Target.Dependency] = ["Security", "SecurityBackend"]

    let products: [Product] = [
        .library(name: "Security", targets: ["Security", "SecurityBackend"]),
        .library(name: "LocalAuthentication", targets: ["LocalAuthentication", "Security", "SecurityBackend"]),
        .library(name: "KeychainServices", targets: ["KeychainServices", "AgentClient"]),
        .library(name: "Authentication", targets: ["Authentication"]),
        .library(name: "KeychainTesting", targets: ["KeychainTesting"]),
        .library(name: "DataProtection", targets: ["DataProtection"]),
        .library(name: "SecureStore", targets: ["SecureStore"]),
        .library(name: "KeychainWrappers", targets: ["KeychainWrappers"]),
        .library(name: "WebsiteMatching", targets: ["WebsiteMatching"]),
        .library(name: "PasswordVault", targets: ["PasswordVault", "PasswordTools"]),
        .library(name: "PasswordTools", targets: ["PasswordTools"]),
        .library(name: "VaultClient", targets: ["VaultClient", "PasswordVault", "PasswordTools", "Secrets"]),
        .library(name: "LoginSheet", targets: ["LoginSheet"]),
        .library(name: "SheetRelay", targets: ["SheetRelay", "LoginSheet", "Secrets"]),
        .library(name: "AppExtensions", targets: ["AppExtensions"]),
        .library(name: "ChatelaineGLib", targets: ["ChatelaineGLib"]),
        .library(name: "ZeroOnFree", targets: ["ZeroOnFree"]),
        .executable(name: "chatelaine", targets: ["chatelaine"]),
        .executable(name: "chatelaine-agent", targets: ["chatelaine-agent"]),
        .executable(name: "chatelaine-identify", targets: ["chatelaine-identify"]),
        .executable(name: "chatelaine-pam-helper", targets: ["chatelaine-pam-helper"]),
        .executable(name: "chatelaine-clipboard", targets: ["chatelaine-clipboard"]),
    ]

    let dependencies: [Package.Dependency] = [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ]

    let targets: [Target] = [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(name: "CLinux"),
        .target(name: "ZeroOnFree"),
        .target(name: "CChatelaineSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),

        .target(name: "Secrets", dependencies: ["CSodium"]),
        .target(
            name: "KeyManagement",
            dependencies: [
                "Secrets", "CSodium", "CLinux", crypto, .product(name: "_CryptoExtras", package: "swift-crypto"),
            ]),
        // Libraries that are loaded when they are used: nothing of them is needed to build.
        .target(name: "SharedLibraries"),
        .target(name: "TrustedPlatform", dependencies: ["Secrets", "SharedLibraries"]),
        .target(
            name: "KeychainServices",
            dependencies: [
                "KeyManagement", "TrustedPlatform", "Secrets", "CLinux", "CChatelaineSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(name: "KeychainTesting", dependencies: ["KeychainServices"]),

        .target(
            name: "AgentProtocol",
            dependencies: [
                "KeychainServices", "KeyManagement", "Secrets", "CLinux",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Messages/agent.proto"]
        ),
        .target(
            name: "Authentication",
            dependencies: [
                "AccountPassword", "Fingerprint", "KeychainServices", "KeyManagement", "Secrets", "TerminalIO",
                "CLinux",
                "CSodium",
            ]),
        .target(name: "AgentClient", dependencies: ["AgentProtocol", "KeychainServices", "Secrets", "CLinux"]),
        // Files of the user's own that decide something.
        .target(name: "UserFiles"),
        .target(name: "AppExtensions", dependencies: ["AgentClient", "AgentProtocol", "Secrets", "UserFiles"]),
        // The main queue in GLib's main loop. GLib is loaded, not linked: programs with such a loop have it.
        .target(name: "CMainQueue"),
        .target(name: "ChatelaineGLib", dependencies: ["SharedLibraries", "CMainQueue"]),
        .target(
            name: "DataProtection",
            dependencies: ["AgentClient", "KeychainServices", "KeyManagement", "Secrets", "CLinux", crypto]),
        // What the agent is made of; none of these knows another.
        .target(name: "CIdentify"),
        .target(name: "HelperPrograms", dependencies: ["CIdentify"]),
        .target(name: "ProcessIdentity", dependencies: ["HelperPrograms", "CIdentify", crypto]),
        .target(name: "AccessPolicy", dependencies: ["CSodium"]),
        .target(name: "AuditLog", dependencies: ["CSodium"]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(name: "DesktopEvents", dependencies: ["CSystemd"]),
        .target(name: "CBus"),
        .target(name: "SystemBus", dependencies: ["CBus", "CLinux"]),
        .target(name: "Fingerprint", dependencies: ["SystemBus"]),
        .target(name: "PolicyKit", dependencies: ["SystemBus", "CLinux"]),
        .target(name: "Hardening", dependencies: ["CSeccomp", "CLinux"]),
        .executableTarget(name: "chatelaine-identify", dependencies: ["ProcessIdentity", "CIdentify", "Hardening"]),
        .target(
            name: "Agent",
            dependencies: [
                "AccessPolicy", "AgentProtocol", "AuditLog", "Authentication", "HelperPrograms", "KeychainServices",
                "KeyManagement", "PasswordVault", "PolicyKit",
                "ProcessIdentity", "Secrets", "SystemBus", "TrustedPlatform", "CIdentify", "CLinux",
            ]
        ),

        // The account's password. Only the helper loads PAM and its modules.
        .systemLibrary(name: "CPAM", pkgConfig: "pam", providers: [.apt(["libpam0g-dev"])]),
        .target(name: "AccountPassword", dependencies: ["HelperPrograms", "Secrets", "CIdentify", "CLinux"]),
        .target(
            name: "PAMConversation",
            dependencies: ["AccountPassword", "HelperPrograms", "Secrets", "CIdentify", "CLinux", "CPAM"]),
        .executableTarget(name: "chatelaine-pam-helper", dependencies: ["PAMConversation", "Hardening", "CLinux"]),

        // Security may depend on nothing that needs a C module (Docs/decisions/0008). What it calls is in SecurityBackend:
        // whoever depends on one has to depend on the other.
        .target(name: "Security", dependencies: [crypto, .product(name: "SwiftASN1", package: "swift-asn1")]),
        // The same for LocalAuthentication.
        .target(name: "LocalAuthentication", dependencies: ["Security"]),
        .target(
            name: "SecurityBackend",
            dependencies: [
                "Security", "LocalAuthentication", "AgentClient", "Authentication", "KeychainServices", "KeyManagement",
                "Secrets",
            ]),
        .target(name: "SecureStore", dependencies: security),
        .target(name: "KeychainWrappers", dependencies: security + ["CSodium", crypto]),
        .target(
            name: "PasswordVault",
            dependencies: [
                "KeychainServices", "KeyManagement", "PasswordTools", "Secrets", "CLinux",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Format/vault.proto"]),
        .target(
            name: "VaultClient",
            dependencies: ["AgentClient", "AgentProtocol", "PasswordVault", "KeychainServices", "Secrets"]),
        // Which login belongs where. Knows nothing of keychains and vaults.
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .target(name: "WebsiteMatching", dependencies: ["CPSL", "CIDN2", "CPCRE2"]),
        // What of an item goes where on a page.
        .target(name: "PageFilling", dependencies: ["PasswordVault", "Secrets", "WebsiteMatching"]),
        // Lines typed in terminals, and others' texts shown there.
        .target(name: "TerminalIO", dependencies: ["Secrets"]),
        .target(
            name: "LoginSheet",
            dependencies: [
                "KeychainServices", "PasswordTools", "PasswordVault", "Secrets", "TerminalIO", "WebsiteMatching",
                "CLinux",
            ]),
        // Shows sheets that programs have asked the agent for.
        .target(
            name: "SheetRelay",
            dependencies: [
                "AgentClient", "AgentProtocol", "KeychainServices", "LoginSheet", "PageFilling", "PasswordVault",
                "Secrets", "TerminalIO", "UserFiles", "VaultClient", "WebsiteMatching",
            ]),
        // What a vault of passwords needs and is not the vault: no keychain is behind it.
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        .target(name: "PasswordTools", dependencies: ["Secrets", "SharedLibraries", "CZxcvbn", crypto]),
        .executableTarget(
            name: "chatelaine",
            dependencies: [
                "AgentClient", "AgentProtocol", "Authentication", "DataProtection", "Fingerprint", "HelperPrograms",
                "KeychainServices", "KeyManagement", "PasswordVault", "Secrets", "SheetRelay", "TerminalIO",
                "UserFiles",
                "VaultClient",
                "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "chatelaine-agent",
            dependencies: [
                "AccountPassword", "Agent", "AgentProtocol", "Authentication", "CLinux", "DesktopEvents", "Fingerprint",
                "Hardening", "HelperPrograms", "KeychainServices", "PasswordVault", "PolicyKit",
                "ProcessIdentity", "TrustedPlatform", "ZeroOnFree",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // The clipboard. Only the helper loads what displays and desktops need.
        .target(name: "Clipboard", dependencies: ["Secrets", "SharedLibraries", "CLinux"]),
        .executableTarget(
            name: "chatelaine-clipboard",
            dependencies: ["Clipboard", "DesktopEvents", "Hardening", "ZeroOnFree", "CLinux"]),
        .executableTarget(
            name: "KeychainTutorial", dependencies: security,
            path: "Examples/KeychainTutorial/Sources/KeychainTutorial"),
        .executableTarget(
            name: "LoginScreen", dependencies: security + ["LocalAuthentication"],
            path: "Examples/LoginScreen/Sources/LoginScreen"),
        .executableTarget(
            name: "ExtensionTour", dependencies: ["AppExtensions"], path: "Examples",
            exclude: ["KeychainTutorial", "LoginScreen"], sources: ["ExtensionTour.swift"]),

        // The code that tests of all packages share. Tests/Support/Package.swift has the same targets, for those in packages of their own.
        .target(name: "TestSupport", path: "Tests/Support/TestSupport", packageAccess: false),
        .target(
            name: "BusTesting", dependencies: ["TestSupport"], path: "Tests/Support/BusTesting", packageAccess: false),
        .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
        .testTarget(
            name: "TrustedPlatformTests",
            dependencies: [
                "TestSupport", "TrustedPlatform", "Agent", "Authentication", "AuthenticationTesting",
                "KeychainServices",
                "KeyManagement",
                "Secrets", "chatelaine", "chatelaine-agent", "chatelaine-identify",
            ]),
        .testTarget(name: "KeyManagementTests", dependencies: ["KeyManagement", crypto]),
        .testTarget(
            name: "KeychainServicesTests",
            dependencies: [
                "TestSupport", "AccessPolicy", "Agent", "AgentClient", "Authentication", "AuthenticationTesting",
                "KeychainServices",
                "KeychainTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Formats"]
        ),
        .testTarget(
            name: "SecurityTests",
            dependencies: security + [
                "Authentication", "AuthenticationTesting", "KeychainServices", "KeychainTesting", "LocalAuthentication",
                "Secrets",
            ]),
        .testTarget(
            name: "SecurityIdiomsSwift5Tests", dependencies: security + ["KeychainTesting"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "terminal-probe", dependencies: ["Authentication", "KeychainServices"], path: "Tests/TerminalProbe"),
        .target(
            name: "AuthenticationTesting",
            dependencies: [
                "TestSupport", "AgentClient", "AgentProtocol", "Authentication", "KeychainServices", "Secrets",
            ],
            path: "Tests/Support/AuthenticationTesting"),
        .testTarget(
            name: "AuthenticationTests",
            dependencies: [
                "AccountPassword", "Authentication", "AuthenticationTesting", "KeyManagement", "KeychainServices",
                "TestSupport", "Secrets", "agent-probe", "chatelaine-pam-helper", "terminal-probe",
            ]),
        .testTarget(name: "LocalAuthenticationTests", dependencies: security + ["LocalAuthentication"]),
        .testTarget(
            name: "LocalAuthenticationIdiomsSwift5Tests", dependencies: security + ["LocalAuthentication"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "ProcessIdentityTests",
            dependencies: ["TestSupport", "HelperPrograms", "ProcessIdentity", "CIdentify", "chatelaine-identify"]),
        .testTarget(
            name: "AccountPasswordTests",
            dependencies: [
                "TestSupport", "AccountPassword", "AuthenticationTesting", "HelperPrograms", "PAMConversation",
                "Secrets", "CIdentify",
                "CPAM",
                "chatelaine-pam-helper",
            ]),
        .testTarget(name: "AccessPolicyTests", dependencies: ["AccessPolicy"]),
        .testTarget(name: "AuditLogTests", dependencies: ["TestSupport", "AuditLog"]),
        .executableTarget(
            name: "agent-probe",
            dependencies: security + ["AgentClient", "KeyManagement", "KeychainServices", "LocalAuthentication"],
            path: "Tests/AgentProbe"),
        .executableTarget(name: "activation-probe", dependencies: ["DesktopEvents"], path: "Tests/ActivationProbe"),
        .testTarget(
            name: "DesktopEventsTests",
            dependencies: ["BusTesting", "DesktopEvents", "TestSupport", "CSystemd", "activation-probe"]),
        .target(
            name: "FingerprintTesting", dependencies: ["BusTesting", "Fingerprint", "TestSupport", "CSystemd"],
            path: "Tests/Support/FingerprintTesting"),
        .executableTarget(
            name: "fingerprint-probe", dependencies: ["Fingerprint", "CSystemd"], path: "Tests/FingerprintProbe"),
        .testTarget(
            name: "FingerprintTests",
            dependencies: [
                "TestSupport", "BusTesting", "CSystemd", "Fingerprint", "FingerprintTesting", "chatelaine",
                "fingerprint-probe",
            ]),
        .testTarget(name: "PolicyKitTests", dependencies: ["TestSupport", "BusTesting", "PolicyKit", "SystemBus"]),
        .testTarget(
            name: "AgentTests",
            dependencies: [
                "TestSupport", "Agent", "AgentClient", "AgentProtocol", "AppExtensions", "Authentication",
                "AuthenticationTesting",
                "KeychainServices", "KeychainTesting", "PasswordVault", "PolicyKit", "ProcessIdentity", "agent-probe",
                "chatelaine", "chatelaine-agent",
            ],
            exclude: ["Frames"]),
        .executableTarget(
            name: "file-probe", dependencies: ["DataProtection", "KeyManagement", "KeychainServices", "CSeccomp"],
            path: "Tests/FileProbe"),
        .testTarget(
            name: "DataProtectionTests",
            dependencies: [
                "TestSupport", "AccessPolicy", "Agent", "AgentClient", "CLinux", "DataProtection", "KeyManagement",
                "KeychainServices",
                "Secrets", "file-probe",
            ],
            exclude: ["Formats"]),
        .testTarget(name: "SecureStoreTests", dependencies: ["SecureStore", "KeychainTesting"]),
        .testTarget(name: "KeychainWrappersTests", dependencies: ["KeychainWrappers", "KeychainTesting"]),
        .testTarget(
            name: "PasswordVaultTests",
            dependencies: [
                "AccessPolicy", "Agent", "AgentClient", "AgentProtocol", "Authentication", "AuthenticationTesting",
                "KeychainServices", "PasswordVault", "Secrets", "TrustedPlatform", "VaultClient",
            ]),
        .testTarget(
            name: "LoginSheetTests",
            dependencies: [
                "KeychainServices", "LoginSheet", "PasswordTools", "PasswordVault", "TestSupport", "Secrets",
                "WebsiteMatching",
            ]),
        .executableTarget(
            name: "glib-probe", dependencies: ["AppExtensions", "ChatelaineGLib", "SharedLibraries"],
            path: "Tests/GLibProbe"),
        .testTarget(name: "ChatelaineGLibTests", dependencies: ["TestSupport", "glib-probe"]),
        .executableTarget(name: "extension-probe", dependencies: ["AppExtensions"], path: "Tests/ExtensionProbe"),
        .testTarget(
            name: "SheetRelayTests",
            dependencies: [
                "AgentClient", "AgentProtocol", "LoginSheet", "PasswordVault", "TestSupport", "Secrets",
                "SheetRelay",
                "ExtensionTour", "chatelaine", "chatelaine-agent", "chatelaine-identify", "extension-probe",
            ]),
        .executableTarget(
            name: "sheet-probe",
            dependencies: ["KeychainServices", "LoginSheet", "PasswordVault", "Secrets", "VaultClient"],
            path: "Tests/SheetProbe"),
        .testTarget(
            name: "WebsiteMatchingTests",
            dependencies: ["TestSupport", "LoginSheet", "PasswordVault", "WebsiteMatching"]),
        .testTarget(
            name: "PageFillingTests", dependencies: ["PageFilling", "PasswordVault", "Secrets", "WebsiteMatching"]),
        .testTarget(
            name: "ClipboardTests",
            dependencies: [
                "BusTesting", "Clipboard", "TestSupport", "Secrets", "SharedLibraries", "CLinux", "CSystemd",
                "chatelaine",
                "chatelaine-clipboard",
            ]),
        .testTarget(name: "CommandLineTests", dependencies: ["TestSupport", "chatelaine"]),
        .testTarget(
            name: "PasswordToolsTests", dependencies: ["PasswordTools", "Secrets", "SharedLibraries", crypto]),
        .target(
            name: "PasswordManagerTesting",
            dependencies: ["TestSupport", "AgentProtocol", "AppExtensions", "Secrets", "CLinux"],
            path: "Tests/Support/PasswordManagerTesting"),
        .testTarget(
            name: "AppExtensionsTests",
            dependencies: [
                "TestSupport", "AgentProtocol", "AppExtensions", "ExtensionTour", "PageFilling",
                "PasswordManagerTesting",
                "PasswordVault", "Secrets",
            ],
            exclude: ["Frames"]),
        .testTarget(
            name: "PortedTests", dependencies: ["AppExtensions", "AgentProtocol", "PasswordManagerTesting"],
            path: "Tests/Ported", swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ]
#else
    let products: [Product] = [
        .library(name: "SecureStore", targets: ["SecureStore"]),
        .library(name: "KeychainWrappers", targets: ["KeychainWrappers"]),
    ]

    let dependencies: [Package.Dependency] = []

    let targets: [Target] = [
        .target(name: "SecureStore"),
        .target(name: "KeychainWrappers"),
    ]
#endif

// Our own builds have no warnings; a program that depends on us must build with compilers to come.
if Context.environment["CHATELAINE_STRICT"] == "1" {
    for target in targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}

let package = Package(
    name: "chatelaine",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: products,
    dependencies: dependencies,
    targets: targets,
    swiftLanguageModes: [.v6]
)
