// swift-tools-version:6.1
import PackageDescription

// The package has two shapes. On Linux it is the whole keychain. On Apple's systems, which have Security and
// LocalAuthentication already, only the wrappers written against them are built, from the same sources.
#if os(Linux)
    let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
    let cryptoExtras = Target.Dependency.product(name: "_CryptoExtras", package: "swift-crypto")
    let security: [Target.Dependency] = ["Security", "SecurityBackend"]
    let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")

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
        .library(name: "SecretReferences", targets: ["SecretReferences"]),
        .library(name: "VaultClient", targets: ["VaultClient", "PasswordVault", "PasswordTools", "Secrets"]),
        .library(name: "VaultExchange", targets: ["VaultExchange", "PasswordVault", "Secrets"]),
        .library(name: "VaultHealth", targets: ["VaultHealth"]),
        .library(name: "Backup", targets: ["Backup"]),
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
        .executable(name: "chatelaine-browser", targets: ["chatelaine-browser"]),
        .library(name: "BrowserMessages", targets: ["BrowserMessages"]),
    ]

    let dependencies: [Package.Dependency] = [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ]

    var targets: [Target] = [
        // MARK: Ground

        // libsodium: guarded memory, Argon2id, AEADs, random bytes.
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        // System calls, macros and variadic functions that Swift cannot import from C headers.
        .target(name: "CLinux"),
        // Overwrites memory that is freed, in programs that link it.
        .target(name: "ZeroOnFree"),
        // SQLite's compile-time options and functions that GRDB does not offer.
        .target(name: "CChatelaineSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Secrets in guarded memory, a line that is typed, random bytes, comparison in constant time.
        .target(name: "Secrets", dependencies: ["CLinux", "CSodium"]),
        // Descriptors, clocks, the user's directories, helper processes, libraries loaded on demand, cancellation, text from outside
        // made fit to be shown, hardening of a process.
        .target(name: "LinuxSupport", dependencies: ["CLinux"]),
        // A table of functions of OpenSSL's libcrypto, compared with OpenSSL's headers (libssl-dev) when it is compiled.
        .target(name: "CLibCrypto"),
        // OpenSSL's libcrypto in a context of its own, loaded on demand: hash functions, key derivation, AES-GCM, asymmetric keys.
        .target(name: "LibCrypto", dependencies: ["CLibCrypto", "LinuxSupport", "Secrets"]),
        // Connections to the system's and the session's bus through libsystemd, which is loaded on demand.
        .target(name: "DBus", dependencies: ["CLinux", "LinuxSupport"]),

        // MARK: Keychain

        // Class keys, device key, passcode derivation, recovery key, lock states, counting of wrong passcodes.
        .target(
            name: "KeyManagement",
            dependencies: ["Secrets", "CSodium", "LinuxSupport", crypto, cryptoExtras]),
        // The TPM: seals the device key, makes and uses private keys; tpm2-tss is loaded on demand.
        .target(name: "TrustedPlatform", dependencies: ["LinuxSupport", "Secrets"]),
        // Private and public keys: RSA, the curves of NIST, Ed25519, X25519; their representations, signatures, encryption, key exchange.
        .target(name: "AsymmetricKeys", dependencies: ["LibCrypto", "Secrets"]),
        // Chains of certificates and whether they are trusted, evaluated by libcrypto. Knows no keychain.
        .target(
            name: "CertificateTrust",
            dependencies: ["AsymmetricKeys", "CLinux", "ExchangeFormats", "LibCrypto", "LinuxSupport"]),
        // Files in which keys and certificates are exchanged: PKCS #12, PKCS #8, PKCS #7, PEM, OpenSSH's. Messages in CMS.
        .target(name: "ExchangeFormats", dependencies: ["AsymmetricKeys", "LibCrypto", "LinuxSupport", "Secrets"]),
        // Keychains: item classes, queries, access groups, access control, the store in SQLite, doctor.
        .target(
            name: "KeychainServices",
            dependencies: [
                "AsymmetricKeys", "KeyManagement", "LibCrypto", "TrustedPlatform", "LinuxSupport", "Secrets", "CLinux",
                "CChatelaineSQLite",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        // A keychain in a temporary directory, for tests of programs that use one.
        .target(name: "KeychainTesting", dependencies: ["KeyManagement", "KeychainServices"]),
        // Protected files: a secret file sealed by protection class.
        .target(
            name: "DataProtection",
            dependencies: [
                "AgentClient", "KeychainServices", "KeyManagement", "LinuxSupport", "Secrets", "CLinux", crypto,
            ]),

        // MARK: Authentication

        // The fingerprint reader, served by fprintd over the system bus.
        .target(name: "Fingerprint", dependencies: ["DBus", "LinuxSupport"]),
        // The account's password, checked by PAM in a helper process.
        .target(name: "AccountPassword", dependencies: ["LinuxSupport", "Secrets", "CLinux"]),
        // Authenticators and prompts of a program without an agent: fingerprint, passcode, account's password, terminal.
        .target(
            name: "Authentication",
            dependencies: [
                "AccountPassword", "Fingerprint", "KeychainServices", "KeyManagement", "LinuxSupport", "Secrets",
                "CLinux",
            ]),

        // MARK: Agent

        // Messages between programs and the agent, their frames, the places of sockets.
        .target(
            name: "AgentProtocol",
            dependencies: [
                "AsymmetricKeys", "KeychainServices", "KeyManagement", "LinuxSupport", "Secrets", "CLinux",
                protobuf,
            ],
            exclude: ["Messages/agent.proto"]),
        // The keychain of the user, served by an agent or opened in process; a blocking client without an event loop.
        .target(
            name: "AgentClient",
            dependencies: [
                protobuf, "AsymmetricKeys", "KeyManagement", "AgentProtocol", "KeychainServices", "LinuxSupport",
                "Secrets",
                "CLinux",
            ],
            exclude: ["VaultClient"]),
        // Password vaults that the agent serves.
        .target(
            name: "VaultClient",
            dependencies: ["AgentClient", "AgentProtocol", "PasswordVault", "KeychainServices", "Secrets"],
            path: "Sources/AgentClient/VaultClient"),
        // Access groups: the programs that may use them, and the consent that users gave.
        .target(name: "AccessPolicy", dependencies: ["CSodium"], path: "Sources/Agent/AccessPolicy"),
        // The log of requests, chained by MACs.
        .target(name: "AuditLog", dependencies: ["CSodium", "LinuxSupport"], path: "Sources/Agent/AuditLog"),
        // The identity of the program behind a process: executable, package, interpreter, strength of the evidence.
        .target(name: "ProcessIdentity", dependencies: ["LinuxSupport", "CLinux", crypto]),
        // polkit, which asks the owner of an account for the system service.
        .target(name: "PolicyKit", dependencies: ["DBus", "LinuxSupport", "CLinux"], path: "Sources/Agent/PolicyKit"),
        // Signals of logind and of screen savers; readiness and sockets of systemd.
        .target(name: "DesktopEvents", dependencies: ["DBus", "LinuxSupport"]),
        // The agent's server: connections, requests, consent, lock state, vaults, sheets, browsers.
        .target(
            name: "Agent",
            dependencies: [
                crypto, protobuf,
                "AccessPolicy", "AgentProtocol", "AsymmetricKeys", "AuditLog", "Authentication", "KeychainServices",
                "KeyManagement", "LinuxSupport", "PageFilling", "PasswordTools", "PasswordVault", "PolicyKit",
                "ProcessIdentity", "Secrets", "TrustedPlatform", "WebsiteMatching", "CLinux",
            ],
            exclude: ["AccessPolicy", "AuditLog", "PolicyKit"]),

        // MARK: Apple's names

        // SecItem, SecKey, SecAccessControl and their like. May depend on nothing that needs a C module (Docs/decisions/0008): its calls
        // are carried out by SecurityBackend, which each target that depends on Security depends on as well.
        .target(name: "Security", dependencies: [crypto, .product(name: "SwiftASN1", package: "swift-asn1")]),
        // LAContext and its like, under the same rule as Security.
        .target(name: "LocalAuthentication", dependencies: ["Security"]),
        // Carries out the calls of Security and LocalAuthentication.
        .target(
            name: "SecurityBackend",
            dependencies: [
                "Security", "LocalAuthentication", "AgentClient", "AsymmetricKeys", "Authentication",
                "CertificateTrust",
                "ExchangeFormats", "KeychainServices", "KeyManagement", "LibCrypto", "LinuxSupport",
                "PasswordGeneration", "Secrets",
            ]),
        // The C header of the drop-in kit's module CommonCrypto. Here it has another name: packages ask whether a module of that name exists.
        .systemLibrary(name: "CCommonCrypto", path: "Kit/CommonCrypto/include"),
        // The functions of CommonCrypto, which the drop-in kit has: hash functions, HMAC, PBKDF2, AES.
        .target(
            name: "CommonCryptoFunctions", dependencies: ["CCommonCrypto", "LibCrypto", "Secrets"],
            path: "Kit/CommonCrypto/Functions"),
        // A small typed store of secrets, written against Security alone.
        .target(name: "SecureStore", dependencies: security),
        // Typed wrappers in the style of the well-known ones, written against Security alone.
        .target(name: "KeychainWrappers", dependencies: security),

        // MARK: Passwords

        // libzxcvbn, which estimates the strength of a password.
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        // Random passwords of Apple's types and from requirements, and what makes one weak. Needs nothing but random bytes.
        .target(name: "PasswordGeneration", dependencies: ["Secrets", crypto]),
        // Generator, strength, one-time codes, password rules, QR codes. Knows no keychain.
        .target(
            name: "PasswordTools", dependencies: ["LinuxSupport", "PasswordGeneration", "Secrets", "CZxcvbn", crypto]),
        // Password vaults: items, fields, history, attachments, search, the encrypted file.
        .target(
            name: "PasswordVault",
            dependencies: [
                "KeychainServices", "KeyManagement", "LinuxSupport", "PasswordTools", "Secrets", "CLinux", "CSodium",
                protobuf,
            ],
            exclude: ["Format/vault.proto"]),
        // libpsl, the Public Suffix List.
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        // libidn2, internationalised domain names.
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        // PCRE2, regular expressions of the user's.
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        // The logins that belong to a web address. Knows no keychain and no vault.
        .target(name: "WebsiteMatching", dependencies: ["CPSL", "CIDN2", "CPCRE2"]),
        // Files of other password managers: reading, comparing with a vault, storing; exports.
        .target(
            name: "VaultExchange",
            dependencies: [
                "CLinux", "CSodium", "KeychainServices", "LibCrypto", "LinuxSupport", "PasswordTools", "PasswordVault",
                "SecretServiceClient", "Secrets",
            ]),
        // The desktop's keyring, whichever program serves it: a client of the Secret Service.
        .target(name: "SecretServiceClient", dependencies: ["DBus", "LinuxSupport", "Secrets"]),
        // Weak, reused, leaked and old passwords of vaults, and what else to change.
        .target(
            name: "VaultHealth",
            dependencies: [
                "CLinux", "LinuxSupport", "PasswordTools", "PasswordVault", "Secrets", "WebsiteMatching", crypto,
            ]),
        // References to secrets in texts and environments, and the masking of their values.
        .target(name: "SecretReferences", dependencies: ["CLinux", "LinuxSupport", "Secrets"]),
        // Backups of keychains and vaults in one sealed file.
        .target(
            name: "Backup",
            dependencies: [
                "CLinux", "CSodium", "KeyManagement", "KeychainServices", "LinuxSupport", "PasswordVault", "Secrets",
                crypto,
            ]),
        // The values of an item that go into the fields of a web page.
        .target(name: "PageFilling", dependencies: ["PasswordVault", "Secrets", "WebsiteMatching"]),
        // The sheet in which the user picks a login: view model, flow, form for terminals.
        .target(
            name: "LoginSheet",
            dependencies: [
                "KeychainServices", "LinuxSupport", "PasswordTools", "PasswordVault", "Secrets", "WebsiteMatching",
                "CLinux",
            ]),
        // Shows the sheets that programs have requested from the agent.
        .target(
            name: "SheetRelay",
            dependencies: [
                "AgentClient", "AgentProtocol", "KeychainServices", "LinuxSupport", "LoginSheet", "PageFilling",
                "PasswordVault", "Secrets", "VaultClient", "WebsiteMatching",
            ]),
        // The extension API by which apps request a login, save one, change one, fill a page.
        .target(name: "AppExtensions", dependencies: ["AgentClient", "AgentProtocol", "LinuxSupport", "Secrets"]),
        // The main queue in GLib's main loop. GLib is loaded, not linked: programs with such a loop have it.
        .target(name: "ChatelaineGLib", dependencies: ["LinuxSupport", "CLinux"]),
        // The clipboard of X11 and Wayland, held by a helper process.
        .target(name: "Clipboard", dependencies: ["LinuxSupport", "Secrets", "CLinux"]),

        // The command line of macOS's security(1): its options, prompts, output and exit statuses.
        .target(
            name: "SecurityCommand",
            dependencies: [
                "AgentClient", "AsymmetricKeys", "ExchangeFormats", "KeyManagement", "KeychainServices", "LibCrypto",
                "LinuxSupport", "Secrets", "Security", "SecurityBackend",
                crypto,
            ]),

        // MARK: Programs

        // The command line.
        .executableTarget(
            name: "chatelaine",
            dependencies: [
                "AgentClient", "AgentProtocol", "Authentication", "BrowserMessages", "DataProtection", "Fingerprint",
                "KeychainServices",
                "KeyManagement", "LinuxSupport", "PageFilling", "PasswordTools", "PasswordVault", "Secrets",
                "SecurityCommand",
                "SheetRelay", "Backup", "SecretReferences",
                "VaultClient", "VaultExchange", "VaultHealth", "WebsiteMatching", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The agent of a user, or of all users as a system service.
        .executableTarget(
            name: "chatelaine-agent",
            dependencies: [
                "AccountPassword", "Agent", "AgentProtocol", "Authentication", "CLinux", "DesktopEvents", "Fingerprint",
                "KeychainServices", "LibCrypto", "LinuxSupport", "PasswordVault", "PolicyKit", "ProcessIdentity",
                "Secrets",
                "TrustedPlatform", "ZeroOnFree",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The helper that examines processes for the agent.
        .executableTarget(name: "chatelaine-identify", dependencies: ["ProcessIdentity", "LinuxSupport", "CLinux"]),
        // PAM's headers and library.
        .systemLibrary(name: "CPAM", pkgConfig: "pam", providers: [.apt(["libpam0g-dev"])]),
        // PAM's conversation, in the helper.
        .target(
            name: "PAMConversation", dependencies: ["AccountPassword", "LinuxSupport", "Secrets", "CLinux", "CPAM"]),
        // The helper that asks PAM: the only program that loads PAM and its modules.
        .executableTarget(
            name: "chatelaine-pam-helper", dependencies: ["PAMConversation", "LinuxSupport", "Secrets", "CLinux"]),
        // The helper that holds the clipboard: the only program that loads libraries of displays and desktops.
        .executableTarget(
            name: "chatelaine-clipboard",
            dependencies: ["Clipboard", "DesktopEvents", "LinuxSupport", "Secrets", "ZeroOnFree", "CLinux"]),

        // Messages between a browser's extension and the native host: their frames, their limits, their JSON.
        .target(name: "BrowserMessages", dependencies: ["AgentProtocol", "LinuxSupport"]),
        // The native host of the browser extension, which hands its messages to the agent.
        .executableTarget(
            name: "chatelaine-browser",
            dependencies: ["AgentClient", "AgentProtocol", "BrowserMessages", "LinuxSupport", "Secrets", "ZeroOnFree"]),

        // MARK: Examples

        .executableTarget(
            name: "KeychainTutorial", dependencies: security,
            path: "Examples/KeychainTutorial/Sources/KeychainTutorial"),
        .executableTarget(
            name: "LoginScreen", dependencies: ["SecurityBackend", "LocalAuthentication"],
            path: "Examples/LoginScreen/Sources/LoginScreen"),
        .executableTarget(
            name: "ExtensionTour", dependencies: ["AppExtensions"], path: "Examples",
            exclude: ["KeychainTutorial", "LoginScreen", "MutualTLS", "Readme"], sources: ["ExtensionTour.swift"]),
        // The blocks of README.md and Docs/keys.md, which a test compares.
        .executableTarget(name: "ReadmeSecurity", dependencies: security, path: "Examples/Readme/Security"),
        .executableTarget(name: "ReadmeKeys", dependencies: security, path: "Examples/Readme/Keys"),
        .executableTarget(
            name: "ReadmeTyped", dependencies: ["KeychainServices", "AgentClient"], path: "Examples/Readme/Typed"),
        .executableTarget(name: "ReadmeStore", dependencies: ["SecureStore"], path: "Examples/Readme/Store"),
        .executableTarget(
            name: "ReadmeTesting", dependencies: ["KeychainTesting", "SecureStore"], path: "Examples/Readme/Testing"),

        // MARK: Tests

        // The C interface of libsystemd, for tests that are a service or a bus's peer.
        .systemLibrary(
            name: "CSystemd", path: "Tests/Support/CSystemd", pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]),
        // The C interface of libseccomp, for a probe that is killed at a system call.
        .systemLibrary(
            name: "CSeccomp", path: "Tests/Support/CSeccomp", pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]),
        // What the tests of all packages share. Tests/Support/Package.swift has the same targets, for those in packages of their own.
        .target(name: "TestSupport", path: "Tests/Support/TestSupport", packageAccess: false),
        .target(
            name: "BusTesting", dependencies: ["TestSupport"], path: "Tests/Support/BusTesting", packageAccess: false),
        .testTarget(name: "SecretsTests", dependencies: ["CLinux", "Secrets"]),
        .testTarget(name: "LinuxSupportTests", dependencies: ["LinuxSupport"]),
        .executableTarget(
            name: "crypto-probe", dependencies: ["AsymmetricKeys", "LibCrypto", "LinuxSupport", "Secrets"],
            path: "Tests/CryptoProbe"),
        .testTarget(name: "LibCryptoTests", dependencies: ["LibCrypto", "Secrets", "TestSupport", "crypto-probe"]),
        .testTarget(name: "CommonCryptoTests", dependencies: ["CCommonCrypto", "CommonCryptoFunctions"]),
        .testTarget(
            name: "CommonCryptoIdiomsSwift5Tests", dependencies: ["CCommonCrypto", "CommonCryptoFunctions"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "AsymmetricKeysTests", dependencies: ["AsymmetricKeys", "LibCrypto", "Secrets", "TestSupport"],
            exclude: ["Peer"]),
        .testTarget(
            name: "CertificateTrustTests", dependencies: ["CertificateTrust", "TestSupport"],
            exclude: ["Peer"]),
        .testTarget(
            name: "ExchangeFormatsTests",
            dependencies: ["AsymmetricKeys", "ExchangeFormats", "LibCrypto", "Secrets", "TestSupport"],
            exclude: ["Peer"]),
        .testTarget(
            name: "SecurityCommandTests",
            dependencies: [
                "AgentClient", "CertificateTrust", "KeyManagement", "KeychainServices", "LinuxSupport", "Secrets",
                "Security", "SecurityBackend", "SecurityCommand", "TestSupport",
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "TrustedPlatformTests",
            dependencies: [
                "TestSupport",
                "TrustedPlatform", "Agent", "AgentClient", "AsymmetricKeys", "Authentication", "AuthenticationTesting",
                "KeychainServices",
                "KeyManagement", "LocalAuthentication", "Secrets", "Security", "SecurityBackend", "chatelaine",
                "chatelaine-agent", "chatelaine-identify",
            ]),
        .testTarget(name: "KeyManagementTests", dependencies: ["Secrets", "KeyManagement", crypto]),
        .testTarget(
            name: "KeychainServicesTests",
            dependencies: [
                "TestSupport",
                "Secrets", "KeyManagement", .product(name: "GRDBSQLite", package: "GRDB.swift"), "LinuxSupport",
                "AccessPolicy", "Agent", "AgentClient", "AsymmetricKeys", "Authentication", "AuthenticationTesting",
                "KeychainServices",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Formats"]
        ),
        .testTarget(
            name: "SecurityTests",
            dependencies: security + [
                "AgentClient", "CertificateTrust", "KeyManagement", "KeychainServices", "LinuxSupport",
                "Authentication", "AuthenticationTesting", "KeychainTesting", "LocalAuthentication",
                "Secrets", "TestSupport",
            ],
            exclude: ["Peer"]),
        .testTarget(
            name: "SecurityIdiomsSwift5Tests", dependencies: security + ["KeychainTesting"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "SecurityIdiomsFoundationTests", dependencies: security + ["KeychainTesting"],
            swiftSettings: [.define("IDIOMS_IMPORT_FOUNDATION")]
        ),
        .testTarget(
            name: "SecurityIdiomsFoundationSwift5Tests", dependencies: security + ["KeychainTesting"],
            swiftSettings: [.swiftLanguageMode(.v5), .define("IDIOMS_IMPORT_FOUNDATION")]
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
        .testTarget(name: "LocalAuthenticationTests", dependencies: ["SecurityBackend", "LocalAuthentication"]),
        .testTarget(
            name: "LocalAuthenticationIdiomsSwift5Tests", dependencies: ["SecurityBackend", "LocalAuthentication"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "LocalAuthenticationIdiomsFoundationTests", dependencies: ["SecurityBackend", "LocalAuthentication"],
            swiftSettings: [.swiftLanguageMode(.v5), .define("IDIOMS_IMPORT_FOUNDATION")]
        ),
        .testTarget(
            name: "ProcessIdentityTests",
            dependencies: ["TestSupport", "LinuxSupport", "ProcessIdentity", "CLinux", "chatelaine-identify"]),
        .testTarget(
            name: "AccountPasswordTests",
            dependencies: [
                "TestSupport",
                "AccountPassword", "AuthenticationTesting", "LinuxSupport", "PAMConversation", "Secrets", "CLinux",
                "CPAM",
                "chatelaine-pam-helper",
            ]),
        .testTarget(name: "AccessPolicyTests", dependencies: ["AccessPolicy"]),
        .testTarget(name: "AuditLogTests", dependencies: ["TestSupport", "LinuxSupport", "AuditLog"]),
        .executableTarget(
            name: "agent-probe",
            dependencies: [
                "AsymmetricKeys", "SecurityBackend", "AgentClient", "KeyManagement", "KeychainServices",
                "LocalAuthentication",
            ],
            path: "Tests/AgentProbe"),
        .executableTarget(name: "activation-probe", dependencies: ["DesktopEvents"], path: "Tests/ActivationProbe"),
        .testTarget(
            name: "DesktopEventsTests",
            dependencies: ["BusTesting", "DBus", "DesktopEvents", "TestSupport", "CSystemd", "activation-probe"]),
        .target(
            name: "FingerprintTesting", dependencies: ["BusTesting", "Fingerprint", "TestSupport", "CSystemd"],
            path: "Tests/Support/FingerprintTesting"),
        .executableTarget(
            name: "fingerprint-probe", dependencies: ["Fingerprint", "CSystemd"], path: "Tests/FingerprintProbe"),
        .testTarget(
            name: "FingerprintTests",
            dependencies: [
                "TestSupport", "BusTesting",
                "LinuxSupport", "CSystemd", "Fingerprint", "FingerprintTesting", "chatelaine", "fingerprint-probe",
            ]),
        .testTarget(
            name: "PolicyKitTests",
            dependencies: ["TestSupport", "BusTesting", "LinuxSupport", "PolicyKit", "DBus"]),
        .testTarget(
            name: "AgentTests",
            dependencies: [
                "TestSupport",
                protobuf, "Secrets", "KeyManagement", "CLinux", "AccessPolicy",
                "Agent", "AgentClient", "AgentProtocol", "AppExtensions", "AsymmetricKeys", "Authentication",
                "AuthenticationTesting", "KeychainServices", "PasswordVault", "PolicyKit", "ProcessIdentity",
                "agent-probe",
                "chatelaine", "chatelaine-agent",
            ],
            exclude: ["Frames"]),
        .executableTarget(
            name: "file-probe", dependencies: ["DataProtection", "KeyManagement", "KeychainServices", "CSeccomp"],
            path: "Tests/FileProbe"),
        .testTarget(
            name: "DataProtectionTests",
            dependencies: [
                "TestSupport",
                "AccessPolicy", "Agent", "AgentClient", "CLinux", "DataProtection", "KeyManagement", "KeychainServices",
                "Secrets", "file-probe",
            ],
            exclude: ["Formats"]),
        .testTarget(
            name: "SecureStoreTests", dependencies: ["Security", "SecurityBackend", "SecureStore", "KeychainTesting"]),
        .testTarget(
            name: "KeychainWrappersTests",
            dependencies: ["Security", "SecurityBackend", "KeychainWrappers", "KeychainTesting"]),
        .testTarget(
            name: "PasswordVaultTests",
            dependencies: [
                protobuf, "KeyManagement", "TestSupport",
                "AccessPolicy", "Agent", "AgentClient", "AgentProtocol", "Authentication", "AuthenticationTesting",
                "KeychainServices", "PasswordVault", "Secrets", "TrustedPlatform", "VaultClient", "CLinux",
            ]),
        .testTarget(
            name: "VaultExchangeTests",
            dependencies: [
                "BusTesting", "DBus", "SecretServiceClient",
                "KeychainServices", "LibCrypto", "LinuxSupport", "PasswordTools", "PasswordVault", "Secrets",
                "TestSupport", "VaultExchange",
            ]),
        .testTarget(
            name: "VaultHealthTests",
            dependencies: ["PasswordVault", "TestSupport", "VaultHealth", crypto]
        ),
        .testTarget(
            name: "SecretReferencesTests", dependencies: ["SecretReferences", "Secrets", "TestSupport"]),
        .testTarget(
            name: "BackupTests",
            dependencies: ["Backup", "KeyManagement", "KeychainServices", "PasswordVault", "Secrets", "TestSupport"]),
        .testTarget(
            name: "LoginSheetTests",
            dependencies: [
                "KeychainServices", "LoginSheet", "PasswordVault", "TestSupport", "Secrets",
                "WebsiteMatching",
            ]),
        .executableTarget(
            name: "glib-probe", dependencies: ["AppExtensions", "ChatelaineGLib", "LinuxSupport"],
            path: "Tests/GLibProbe"),
        .testTarget(name: "ChatelaineGLibTests", dependencies: ["TestSupport", "glib-probe"]),
        .executableTarget(name: "extension-probe", dependencies: ["AppExtensions"], path: "Tests/ExtensionProbe"),
        .testTarget(
            name: "SheetRelayTests",
            dependencies: [
                "KeychainServices", "SheetRelay",
                "AgentClient", "AgentProtocol", "TestSupport", "ExtensionTour", "agent-probe", "chatelaine",
                "chatelaine-agent", "chatelaine-identify", "extension-probe",
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
        // Real browsers, driven by tests.
        .target(
            name: "BrowserTesting", dependencies: ["TestSupport"], path: "Tests/Support/BrowserTesting"),
        .testTarget(
            name: "WebPageTests",
            dependencies: [
                "BrowserTesting", "PageFilling", "PasswordVault", "Secrets", "TestSupport",
            ]),
        // A browser as far as the native host sees one.
        .executableTarget(name: "browser-probe", path: "Tests/BrowserProbe"),
        .testTarget(
            name: "BrowserMessagesTests", dependencies: [crypto, "AgentProtocol", "BrowserMessages", "TestSupport"],
            exclude: ["Messages"]),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                crypto, "AgentClient", "AgentProtocol", "BrowserMessages", "BrowserTesting", "ClipboardTesting",
                "KeychainServices",
                "TestSupport", "browser-probe",
                "chatelaine", "chatelaine-agent", "chatelaine-browser", "chatelaine-clipboard", "chatelaine-identify",
            ]),
        // A display of a test's own.
        .target(name: "ClipboardTesting", dependencies: ["TestSupport"], path: "Tests/Support/ClipboardTesting"),
        .testTarget(
            name: "ClipboardTests",
            dependencies: [
                "BusTesting", "ClipboardTesting",
                "Clipboard", "TestSupport", "Secrets", "LinuxSupport", "CLinux", "CSystemd", "chatelaine",
                "chatelaine-clipboard",
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "ExtensionTour", "KeychainTutorial", "ReadmeKeys", "ReadmeSecurity", "ReadmeStore", "ReadmeTesting",
                "KeychainServices", "ReadmeTyped", "Secrets", "TestSupport", "chatelaine",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "PasswordToolsTests",
            dependencies: ["PasswordGeneration", "PasswordTools", "Secrets", "LinuxSupport", crypto]),
        .target(
            name: "PasswordManagerTesting", dependencies: ["TestSupport", "AgentProtocol", "AppExtensions", "CLinux"],
            path: "Tests/Support/PasswordManagerTesting"),
        .testTarget(
            name: "AppExtensionsTests",
            dependencies: [
                "TestSupport",
                "AgentProtocol", "AppExtensions", "ExtensionTour", "PageFilling", "PasswordManagerTesting",
                "PasswordVault", "SheetRelay",
            ],
            exclude: ["Frames"]),
        .testTarget(
            name: "PortedTests", dependencies: ["AppExtensions", "PasswordManagerTesting"],
            path: "Tests/Ported", swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ]
#else
    let products: [Product] = [
        .library(name: "SecureStore", targets: ["SecureStore"]),
        .library(name: "KeychainWrappers", targets: ["KeychainWrappers"]),
    ]

    let dependencies: [Package.Dependency] = []

    var targets: [Target] = [
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

// One or a few modules of tests alone, which link much faster: CHATELAINE_TESTS=VaultExchangeTests Scripts/build.sh chatelainePackageTests.
if let names = Context.environment["CHATELAINE_TESTS"], !names.isEmpty {
    let chosen = names.split(separator: ",").map(String.init)
    targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

let package = Package(
    name: "chatelaine",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: products,
    dependencies: dependencies,
    targets: targets,
    swiftLanguageModes: [.v6]
)
