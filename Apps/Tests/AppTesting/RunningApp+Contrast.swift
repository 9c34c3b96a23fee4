import Foundation

extension RunningApp {
    /// Texts in a window that can hardly be told from what is behind them: “text”, and the ratio.
    ///
    /// WCAG 2.1, 1.4.3, asks for 4.5 (and for nothing where something is disabled). The colour behind a text is the one that most of its
    /// place has, that of the text the one that differs most from it: letters have softer edges.
    ///
    /// - Parameters:
    ///   - least: the smallest ratio that is enough.
    ///   - title: of the window, which is the one that was opened last.
    public func faintTexts(below least: Double = 4.5, in title: String) throws -> [String] {
        let picture = try Picture(of: self)
        let texts = tree?.children.first { $0.name == title }?.shown.filter { node in
            // A letter in a picture stands for the name beside it.
            node.role == "label" && node.isShowing && node.isEnabled && node.says?.isEmpty == false
                && !(node.name.count == 1 && node.name.allSatisfy(\.isLetter))
        }
        return (texts ?? []).filter(\.isHit).compactMap { node in
            guard let ratio = picture.contrast(in: node.frame), ratio < least else { return nil }
            return "“\(node.says ?? "")” \((ratio * 100).rounded() / 100)"
        }
    }
}

/// The pixels of a window.
private struct Picture {
    private let width: Int
    private let height: Int
    /// Red, green and blue of each pixel, row by row.
    private let pixels: [UInt8]

    @MainActor init(of app: RunningApp) throws {
        let file = NSTemporaryDirectory() + UUID().uuidString
        defer { for end in [".png", ".rgb"] { try? FileManager.default.removeItem(atPath: file + end) } }
        try app.desktop.screenshot(file + ".png", window: app.window)
        let (size, _) = try ChildProcess.run(["identify", "-format", "%w %h", file + ".png"])
        let numbers = size.split(separator: " ").compactMap { Int($0) }
        try ChildProcess.run(["convert", file + ".png", "-depth", "8", "rgb:\(file).rgb"])
        guard numbers.count == 2, let data = FileManager.default.contents(atPath: file + ".rgb"),
            data.count == numbers[0] * numbers[1] * 3
        else { throw TestFailure("no picture of the window") }
        (width, height, pixels) = (numbers[0], numbers[1], Array(data))
    }

    /// Nil where there is nothing of it in the picture.
    func contrast(in frame: (x: Int, y: Int, width: Int, height: Int)) -> Double? {
        var counts: [UInt32: Int] = [:]
        for y in max(frame.y, 0)..<max(min(frame.y + frame.height, height), max(frame.y, 0)) {
            for x in max(frame.x, 0)..<max(min(frame.x + frame.width, width), max(frame.x, 0)) {
                let place = (y * width + x) * 3
                let color = UInt32(pixels[place]) << 16 | UInt32(pixels[place + 1]) << 8 | UInt32(pixels[place + 2])
                counts[color, default: 0] += 1
            }
        }
        guard let behind = counts.max(by: { $0.value < $1.value })?.key else { return nil }
        return counts.keys.map { Self.ratio($0, behind) }.max()
    }

    /// WCAG 2.1, “contrast ratio”.
    private static func ratio(_ one: UInt32, _ other: UInt32) -> Double {
        let (first, second) = (luminance(one), luminance(other))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// WCAG 2.1, “relative luminance”.
    private static func luminance(_ color: UInt32) -> Double {
        let parts = [16, 8, 0].map { shift -> Double in
            let value = Double(color >> UInt32(shift) & 0xff) / 255
            return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
