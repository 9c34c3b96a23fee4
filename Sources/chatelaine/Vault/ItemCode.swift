import Foundation
import KeychainServices
import PasswordVault

/// The one-time code of an item.
struct ItemCode {
    let code: String
    /// The code with its times; `nil` for a code that is made from a counter.
    let timed: TimedCode?

    /// Computes the current code. A code that is made from a counter is used up: the counter is stored first, so that no code
    /// is given out twice.
    ///
    /// - Parameters:
    ///   - field: the field with the secret of the codes; `nil`: the item's first.
    ///   - vault: stores the counter; `nil` if nothing can be stored.
    init(of item: VaultItem, field named: Field? = nil, in vault: (any VaultService)?, at date: Date = Date()) throws {
        let (field, secret) = try named.map { ($0, try Self.secret(in: $0)) } ?? Self.secret(of: item)
        let parsed = try OneTimeCode.parse(secret.copy())
        if let timed = parsed.code(at: date) {
            (code, self.timed) = (timed.code, timed)
            return
        }
        guard let current = parsed.currentCode else {
            throw Failure(
                .failed, "the one-time code has neither a period nor a counter", remedy: "set it up again at the site")
        }
        guard let next = parsed.afterUse else {
            throw Failure(
                .failed, "the counter of the one-time code has run out", remedy: "set it up again at the site")
        }
        guard let vault else {
            throw Failure(
                .failed, "the one-time code is made from a counter, which a service account cannot store",
                remedy: "use one that is made from the time")
        }
        var changed = item
        changed[field.id] = .secret(Secret(next.uri()))
        _ = try vault.save(changed)
        (code, timed) = (current, nil)
    }

    /// Returns the field with the secret of the codes.
    static func secret(of item: VaultItem) throws -> (field: Field, secret: Secret) {
        for field in item.allFields where field.kind.makesOneTimeCodes {
            if case .secret(let secret) = field.value, !secret.isEmpty { return (field, secret) }
        }
        throw Failure(
            .itemNotFound, "“\(item.title)” has no one-time code",
            remedy: "add one from a picture or a prompt: chatelaine vault edit … --qr FILE, or --otp")
    }

    /// Returns the secret of codes in a field.
    private static func secret(in field: Field) throws -> Secret {
        guard field.kind.makesOneTimeCodes, case .secret(let secret) = field.value, !secret.isEmpty else {
            throw Failure(
                .itemNotFound, "the field “\(field.label)” has no one-time code",
                remedy: "leave out ?attribute=otp, or name another field")
        }
        return secret
    }

    /// The validity of the code, as text for the user.
    var validity: String {
        timed.map { "valid for \($0.secondsLeft) s, then \($0.next)" } ?? "used up; the next one is another"
    }

    var json: [(name: String, value: JSONText)] {
        [
            ("code", .string(code)), ("secondsLeft", timed.map { .number($0.secondsLeft) } ?? .null),
            ("period", timed.map { .number($0.period) } ?? .null), ("next", JSONText(timed?.next)),
        ]
    }
}
