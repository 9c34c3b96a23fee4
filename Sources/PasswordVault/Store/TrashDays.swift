import Foundation
import LinuxSupport

/// A moment by two clocks: the wall clock, which can be wrong, and the time since the start of the machine, which cannot be set.
struct TrashMoment: Sendable {
    let date: Date
    /// The start of the machine; empty if it is not known.
    let boot: String
    /// Seconds since then.
    let sinceBoot: UInt64

    /// Whether the time of an item in the trash is over.
    func isEndOfTrash(since trashed: Date) -> Bool {
        date.timeIntervalSince(trashed) >= Double(Vault.trashDays) * 86_400
    }

    /// Whether a day has passed since another moment, by both clocks as far as both can tell.
    fileprivate func isNextDay(after day: StoredTrashDay) -> Bool {
        guard date.timeIntervalSince(Date(microseconds: day.time)) >= Self.day else { return false }
        guard !boot.isEmpty, boot == day.boot else { return true }
        return Double(sinceBoot) - Double(day.sinceBoot) >= Self.day
    }

    /// Less than 24 hours, for a user who unlocks a vault a little earlier than the day before.
    private static let day = 20.0 * 3600
}

/// The time since the start of the machine.
struct BootTime: Sendable {
    let boot: String
    let seconds: UInt64

    static var now: BootTime { BootTime(boot: Clock.bootID, seconds: UInt64(Clock.secondsSinceBoot)) }
}

extension VaultDirectory {
    func moment() -> TrashMoment {
        let time = bootTime()
        return TrashMoment(date: clock(), boot: time.boot, sinceBoot: time.seconds)
    }
}

/// The unlocks that found items in the trash whose time was over, at most one for each day, the oldest first.
///
/// An item is removed only after three of them, so that one unlock under a clock that is years ahead removes nothing: its day is dropped by
/// the next unlock under a clock that shows less (Docs/decisions/0060).
extension [StoredTrashDay] {
    private static var enough: Int { 3 }

    /// Whether there are enough of them to remove items.
    var areEnough: Bool { count >= Self.enough }

    /// Returns the days after an unlock.
    ///
    /// - Parameters:
    ///   - generation: that of the vault.
    ///   - isOver: whether the time of any item is over.
    func noting(_ moment: TrashMoment, generation: UInt64, isOver: Bool) -> [StoredTrashDay] {
        let time = moment.date.microseconds
        let past = filter { $0.time <= time }
        guard isOver, past.last.map(moment.isNextDay(after:)) ?? true else { return past }
        var day = StoredTrashDay()
        (day.time, day.generation, day.boot, day.sinceBoot) = (time, generation, moment.boot, moment.sinceBoot)
        return (past + [day]).suffix(Self.enough)
    }

    /// Whether each of them came after the item and found that its time was over.
    func haveSeen(_ item: VaultItem) -> Bool {
        guard areEnough, let trashed = item.trashed else { return false }
        // The order of events is that of generations, which no clock can change.
        return allSatisfy { day in
            day.generation > item.trashedGeneration
                && TrashMoment(date: Date(microseconds: day.time), boot: "", sinceBoot: 0).isEndOfTrash(since: trashed)
        }
    }
}
