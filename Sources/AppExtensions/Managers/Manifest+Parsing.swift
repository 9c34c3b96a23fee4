import Foundation
import LinuxSupport

extension Manifest {
    /// The maximum size of a manifest in bytes.
    package static let mostBytes = 64 << 10
    private static let mostSockets = 8
    private static let mostBytesOfText = 256

    /// - Throws: ``ManifestError`` for data that is not a manifest, or the manifest of another feature. Unknown keys
    ///   are ignored.
    package init(_ json: Data) throws(ManifestError) {
        guard json.count <= Self.mostBytes else { throw ManifestError(reason: "it is longer than 64 KiB") }
        // Foundation's parser limits the nesting depth of values.
        guard let value = try? JSONSerialization.jsonObject(with: json), let entries = value as? [String: Any] else {
            throw ManifestError(reason: "it is no JSON object")
        }
        try Self.check(entries)
        guard let name = try Self.text("name", entries), Self.isName(name) else {
            throw ManifestError(
                reason: "“name” is to be 1 to 64 of a-z, 0-9, “.”, “-” and “_”, a letter or digit first")
        }
        self.name = name
        title = try Self.text("title", entries) ?? name
        icon = try Self.text("icon", entries)
        sockets = try Self.sockets(entries)
        start = try Self.start(entries)
    }

    private static func check(_ entries: [String: Any]) throws(ManifestError) {
        guard try text("feature", entries) == feature else {
            throw ManifestError(reason: "“feature” is not “\(feature)”")
        }
        guard let version = entries["protocol"] as? Int, version == protocolVersion else {
            throw ManifestError(reason: "“protocol” is not \(protocolVersion)")
        }
    }

    private static func text(_ key: String, _ entries: [String: Any]) throws(ManifestError) -> String? {
        guard let value = entries[key] else { return nil }
        guard let text = value as? String, (1...mostBytesOfText).contains(text.utf8.count),
            !text.unicodeScalars.contains(where: UntrustedText.isHidden)
        else { throw ManifestError(reason: "“\(key)” is no text of 1 to 256 bytes that can be seen") }
        return text
    }

    private static func sockets(_ entries: [String: Any]) throws(ManifestError) -> [SocketLocation] {
        guard let texts = entries["sockets"] as? [String], (1...mostSockets).contains(texts.count) else {
            throw ManifestError(reason: "“sockets” is no list of 1 to 8 paths")
        }
        var locations: [SocketLocation] = []
        for text in texts { locations.append(try SocketLocation(text)) }
        return locations
    }

    private static func start(_ entries: [String: Any]) throws(ManifestError) -> Start? {
        guard let value = entries["start"] else { return nil }
        guard let start = value as? [String: String], start.count == 1, let (key, name) = start.first else {
            throw ManifestError(reason: "“start” has to have one of “unit” and “bus-name”")
        }
        switch key {
        case "unit" where isUnit(name): return .unit(name)
        case "bus-name" where isBusName(name): return .busName(name)
        default: throw ManifestError(reason: "“start” names no unit of systemd and no name on a bus")
        }
    }

    // MARK: - Names

    /// Whether a name is valid for choosing a password manager.
    package static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first.map(isLowerOrDigit) == true
            && name.utf8.allSatisfy { isLowerOrDigit($0) || ".-_".utf8.contains($0) }
    }

    /// Whether a name is a unit (systemd.unit(5)) that cannot be taken for an option because of a leading dash.
    private static func isUnit(_ name: String) -> Bool {
        name.utf8.count <= 255 && (name.hasSuffix(".service") || name.hasSuffix(".socket"))
            && name.utf8.first.map(isAlphanumeric) == true
            && name.utf8.allSatisfy { isAlphanumeric($0) || ":-_.@".utf8.contains($0) }
    }

    /// Whether a name is a well-known bus name (D-Bus specification, "Bus names"), not that of a connection.
    private static func isBusName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && parts.count >= 2
            && parts.allSatisfy { part in
                part.utf8.first.map { isAlphanumeric($0) && !isDigit($0) || $0 == UInt8(ascii: "_") } == true
                    && part.utf8.allSatisfy { isAlphanumeric($0) || "-_".utf8.contains($0) }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLowerOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLowerOrDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
