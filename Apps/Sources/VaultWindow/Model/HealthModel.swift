import Foundation
import GtkSupport
import KeychainServices
import PasswordVault
import Synchronization
import VaultHealth

/// Something that is wrong with an item.
struct HealthNotice: Sendable {
    let kind: FindingKind
    let fact: Finding.Fact
}

/// The request to end an examination of the vault.
final class HealthStop: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}

/// The health of the open vault: the last report since the unlock, and what is wrong with single items. The network is not used.
@MainActor final class HealthModel {
    /// The number of items that are read at a time: other calls to the vault come in between.
    private static let share = 200

    private let library: ItemListModel
    private var session: VaultSession { library.session }
    /// What the last report found by comparing items.
    private var shared: [UUID: [HealthNotice]] = [:]
    /// The times of the last changes of the items in the last report.
    private var changes: [UUID: Date] = [:]
    /// The number of times that the report was forgotten: one that was begun before is not kept.
    private var locks = 0
    /// Called after each report.
    var onChange: @MainActor () -> Void = {}

    init(_ library: ItemListModel) { self.library = library }

    /// Judges all items that are neither archived nor in the trash.
    ///
    /// - Parameter progress: called with the number of items that were read, and the number of all.
    /// - Throws: `CancellationError` if `stop` was set.
    func judge(
        _ stop: HealthStop, progress: @MainActor (_ done: Int, _ count: Int) -> Void
    ) async throws -> HealthReport {
        let (locks, name) = (locks, session.name)
        let overviews = try await session.perform { try $0.overviews(VaultFilter(place: .active), limit: .max) }
        var items: [HealthItem] = []
        var rest = overviews.map(\.id)[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.share))
            rest = rest.dropFirst(Self.share)
            items += try await session.perform { try Self.read(part, $0, name) }
            guard !stop.isSet else { throw CancellationError() }
            progress(min(overviews.count, overviews.count - rest.count), overviews.count)
        }
        let judged = items
        // Not on the vault's thread: other calls to the vault need not wait for it.
        let report = try await offMain { () throws(HealthError) in
            try HealthReport(of: judged, isCancelled: { stop.isSet })
        }
        guard !stop.isSet, locks == self.locks else { throw CancellationError() }
        keep(report, overviews)
        return report
    }

    private nonisolated static func read(
        _ part: [UUID], _ vault: any VaultService, _ name: String
    ) throws -> [HealthItem] {
        try part.compactMap { id in
            do { return HealthItem(try vault.item(id), vault: name) } catch let error as KeychainError {
                // Another program has deleted it in the meantime.
                guard error.code == .itemNotFound else { throw error }
                return nil
            }
        }
    }

    private func keep(_ report: HealthReport, _ overviews: [Overview]) {
        shared = [:]
        for finding in report.open {
            switch finding.fact {
            case .reused, .duplicate:
                shared[finding.item.id, default: []].append(HealthNotice(kind: finding.kind, fact: finding.fact))
            default: break
            }
        }
        changes = Dictionary(overviews.map { ($0.id, $0.changed) }) { first, _ in first }
        onChange()
    }

    /// Forgets the last report.
    func forget() {
        locks += 1
        (shared, changes) = ([:], [:])
    }

    /// Returns what is wrong with an item and not ignored, the most urgent first. Other items with the same password or content are known
    /// from the last report only.
    func notices(for item: VaultItem) async -> [HealthNotice] {
        guard item.archived == nil, item.trashed == nil else { return [] }
        let judged = [HealthItem(item, vault: session.name)]
        let found = await offMain { () -> [Finding] in (try? HealthReport(of: judged))?.open ?? [] }
        let notices = found.map { HealthNotice(kind: $0.kind, fact: $0.fact) } + sharedNotices(of: item)
        return notices.sorted { $0.kind.order < $1.kind.order }
    }

    /// Returns what the last report found by comparing the item with others, as far as neither has changed since.
    private func sharedNotices(of item: VaultItem) -> [HealthNotice] {
        guard let known = shared[item.id], changes[item.id] == item.changed else { return [] }
        let unchanged = library.catalogue.all.lazy.filter { [changes] in
            $0.archived == nil && $0.trashed == nil && changes[$0.id] == $0.changed
        }
        let ids = Set(unchanged.map(\.id))
        return known.compactMap { notice in
            switch notice.fact {
            case .reused(let group):
                let rest = group.filter { ids.contains($0.id) }
                return rest.count > 1 ? HealthNotice(kind: notice.kind, fact: .reused(rest)) : nil
            case .duplicate(let group):
                let rest = group.filter { ids.contains($0.id) }
                return rest.count > 1 ? HealthNotice(kind: notice.kind, fact: .duplicate(rest)) : nil
            default: return notice
            }
        }
    }
}
