import Foundation

extension Stage {
    /// Has windows be light or dark from now on, and nothing in them move: they are to be looked at.
    public func show(dark: Bool) throws {
        let directory = home + "/config/gtk-4.0"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try "[Settings]\ngtk-enable-animations=0\n".write(
            toFile: directory + "/settings.ini", atomically: true, encoding: .utf8)
        more["ADW_DEBUG_COLOR_SCHEME"] = dark ? "prefer-dark" : "default"
    }
}
