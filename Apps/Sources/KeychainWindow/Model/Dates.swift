import Foundation

/// Dates in the user's format.
enum Dates {
    static func moment(_ date: Date) -> String {
        DateFormatter.localizedString(from: date, dateStyle: .medium, timeStyle: .short)
    }
}
