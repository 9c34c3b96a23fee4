import AccessPolicy
import AgentProtocol
import Foundation

extension PolicyDocument {
    /// The policy, program by program.
    var listing: WirePolicyListing {
        var programs = ListedPrograms()
        for binding in allBindings { programs.note(binding) }
        for entry in allRegistrations { programs.note(entry) }
        for list in systemLists { programs.note(list) }
        for share in allShares { programs.note(share) }
        for answer in allAnswers { programs.note(answer) }
        return .with {
            $0.apps = programs.apps.values.sorted { $0.path < $1.path }
            $0.trustedPaths = trustedPaths
            $0.tokens = allTokens.map { token in
                .with {
                    $0.id = token.id
                    $0.group = token.group
                    $0.readOnly = token.isReadOnly
                    $0.expires = token.expires.wholeSeconds
                    $0.label = token.label
                }
            }
        }
    }
}

/// The programs of a policy by their paths.
private struct ListedPrograms {
    private(set) var apps: [String: WirePolicyListing.App] = [:]

    private mutating func note(_ subject: SubjectRecord, _ time: Date, _ body: (inout WirePolicyListing.App) -> Void) {
        var app = apps[subject.key] ?? WirePolicyListing.App()
        app.path = subject.key
        app.strength = subject.strength.rawValue
        app.firstUse = app.firstUse == 0 ? time.wholeSeconds : min(app.firstUse, time.wholeSeconds)
        body(&app)
        apps[subject.key] = app
    }

    mutating func note(_ binding: GroupBinding) {
        note(binding.owner, binding.firstUse) {
            $0.groups.append(binding.group)
            $0.add(.owned, binding.group, binding.firstUse)
        }
    }

    mutating func note(_ entry: Registration) {
        note(entry.subject, entry.time) {
            $0.registeredBy = entry.registeredBy
            for group in entry.groups where !$0.groups.contains(group) {
                $0.groups.append(group)
                $0.add(.registered, group, entry.time)
            }
        }
    }

    mutating func note(_ list: SystemList) {
        var app = apps[list.path] ?? WirePolicyListing.App()
        // Groups that the user has registered go before those of the system's lists.
        guard app.registeredBy.isEmpty else { return }
        (app.path, app.strength, app.registeredBy) = (list.path, Strength.system.rawValue, "list of the system's")
        for group in list.groups where !app.groups.contains(group) {
            app.groups.append(group)
            app.add(.listed, group, nil)
        }
        apps[list.path] = app
    }

    mutating func note(_ share: Share) {
        note(share.subject, share.time) {
            $0.sharedGroups.append(share.group)
            $0.add(.shared, share.group, share.time)
        }
    }

    mutating func note(_ answer: AccessPolicy.Answer) {
        note(answer.subject, answer.time) {
            $0.add(
                answer.verdict == .allow ? .allowed : .refused, answer.group, answer.time,
                forSession: answer.scope != .always)
        }
    }
}

extension WirePolicyListing.App {
    fileprivate mutating func add(
        _ kind: WirePolicyListing.Grant.Kind, _ group: String, _ since: Date?, forSession: Bool = false
    ) {
        grants.append(
            .with {
                ($0.kind, $0.group, $0.since, $0.forSession) = (kind, group, since?.wholeSeconds ?? 0, forSession)
            })
    }
}

extension Date {
    /// The seconds since 1970.
    fileprivate var wholeSeconds: UInt64 { UInt64(max(0, timeIntervalSince1970)) }
}
