import Foundation
import Glibc
import GtkSupport

/// The settings that the window stores. They contain nothing of the vault's content.
struct Preferences: Codable, Equatable {
    enum Density: String, Codable { case comfortable, compact }

    var width = 1100
    var height = 700
    var sorting = Sorting.title
    var density = Density.comfortable
    var vault: String?
    /// Seconds without use until the vault is locked; 0 for never.
    var autoLock = 600
    var locksWithScreen = true
    var locksBeforeSleep = true
    var generator = GeneratorOptions()

    /// Decodes the preferences. A value that is missing or unreadable keeps its default.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) -> Value {
            (try? values.decodeIfPresent(Value.self, forKey: key)) ?? fallback
        }
        (width, height) = (value(.width, width), value(.height, height))
        (sorting, density) = (value(.sorting, sorting), value(.density, density))
        vault = value(.vault, vault)
        (autoLock, locksWithScreen) = (value(.autoLock, autoLock), value(.locksWithScreen, locksWithScreen))
        (locksBeforeSleep, generator) = (value(.locksBeforeSleep, locksBeforeSleep), value(.generator, generator))
        width = min(max(width, 360), 10_000)
        height = min(max(height, 400), 10_000)
        autoLock = min(max(autoLock, 0), 86_400)
    }

    init() {}

    /// The file `chatelaine/passwords.json` in the directory of the user's settings.
    private static var file: URL? {
        UserFolders().configuration.map {
            URL(fileURLWithPath: $0).appendingPathComponent("chatelaine/passwords.json")
        }
    }

    static func load() -> Preferences {
        guard let file, let data = try? Data(contentsOf: file), data.count < 1 << 16 else { return Preferences() }
        return (try? JSONDecoder().decode(Preferences.self, from: data)) ?? Preferences()
    }

    /// Stores the preferences. If that is not possible, they last as long as the window.
    func save() {
        guard let file = Self.file, let data = try? JSONEncoder().encode(self) else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try? data.write(to: file, options: .atomic)
    }
}
