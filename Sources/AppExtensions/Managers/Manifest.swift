import Foundation

/// The manifest of a password manager, from a file that it installs.
///
/// Specified in: Docs/password-manager-feature.md, "Manifest".
package struct Manifest: Sendable, Equatable {
    /// The feature that programs use through this module.
    package static let feature = "org-appextension-feature-password-management"
    /// The major version of the agent's protocol.
    package static let protocolVersion = 1
    /// The name in Chatelaine's own manifest.
    package static let ownName = "chatelaine"

    /// The means of starting a password manager that is not running.
    package enum Start: Sendable, Equatable {
        /// A unit of the user's systemd.
        case unit(String)
        /// A name on the session's bus.
        case busName(String)
    }

    /// The name by which it is chosen.
    package var name: String
    /// The name for display.
    package var title: String
    /// The name of an icon, or the absolute path of one.
    package var icon: String?
    /// The sockets that it listens on: the first that applies counts.
    package var sockets: [SocketLocation]
    package var start: Start?
}

/// The reason for which a manifest is rejected, for display.
package struct ManifestError: Error, Equatable {
    package let reason: String
}

/// A location where a password manager may listen.
package struct SocketLocation: Sendable, Equatable {
    /// A variable of the environment that the path begins with.
    package let variable: String?
    /// The rest of the path, or all of it: begins with `/`.
    package let rest: String

    private static let mostBytes = 512

    /// - Throws: ``ManifestError`` for anything except an absolute path, or `$NAME/` and a path.
    package init(_ text: String) throws(ManifestError) {
        let wrong = ManifestError(
            reason: "a socket must be an absolute path, or $NAME and a path, without “.” and “..”")
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.mostBytes, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { throw wrong }
        if text.hasPrefix("$") {
            let name = text.dropFirst().prefix { $0 != "/" }
            guard Self.isVariable(name) else { throw wrong }
            variable = String(name)
            rest = String(text.dropFirst(1 + name.count))
        } else {
            variable = nil
            rest = text
        }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].isEmpty, !rest.contains("$"),
            parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else { throw wrong }
    }

    private static func isVariable(_ name: Substring) -> Bool {
        (1...64).contains(name.utf8.count) && name.first?.isNumber == false
            && name.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
