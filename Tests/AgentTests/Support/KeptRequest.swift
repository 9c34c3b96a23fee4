import AgentProtocol
import Foundation
import Glibc
import KeychainServices

/// A request of the first version, and what is right as an answer to it after those before it.
struct KeptRequest {
    typealias Answer = (reply: WireReply, secret: [UInt8])

    /// The name of the file.
    let name: String
    /// The number of the request; parts of a batch have the same.
    private(set) var id: UInt64 = 0
    let body: WireRequest.OneOf_Body
    let secret: [UInt8]
    /// How many frames there are to the answer, without those that tell how far it is.
    let answers: Int
    let isRight: ([Answer]) -> Bool

    private init(
        _ name: String, _ body: WireRequest.OneOf_Body, _ secret: String = "", answers: Int = 1,
        isRight: @escaping ([Answer]) -> Bool
    ) {
        (self.name, self.body, self.secret, self.answers, self.isRight) = (
            name, body, Array(secret.utf8), answers, isRight
        )
    }

    private init(_ name: String, _ body: WireRequest.OneOf_Body, count: UInt64, _ secret: String = "") {
        self.init(name, body, secret) { answers in
            if case .count(let answer)? = answers.first?.reply.body { answer.count == count } else { false }
        }
    }

    private init(done name: String, _ body: WireRequest.OneOf_Body, _ secret: String = "") {
        self.init(name, body, secret) { answers in
            if case .done? = answers.first?.reply.body { true } else { false }
        }
    }

    private static let query = WireQuery(Query(.genericPassword, [.service: "kept"]))

    /// All of them, in an order in which each makes sense. What changes after `watch`, at the end, would be told of as well.
    static var all: [KeptRequest] {
        let watch = KeptRequest("watch", .watch(.init()), answers: 0) { _ in true }
        // Numbers as they were given: what is kept does not change when something is added to it.
        let first = numbered(items + passcodes + rest + [watch], after: 0)
        let second = numbered(administration, after: first.last?.id ?? 0)
        let third = numbered(files, after: second.last?.id ?? 0)
        let fourth = numbered(passwordManager, after: third.last?.id ?? 0)
        let fifth = numbered(keys, after: fourth.last?.id ?? 0)
        // Before keychains arrive, which has everything else wait.
        return first.dropLast() + third + fourth + fifth + second + first.suffix(1)
    }

    private static func numbered(_ requests: [KeptRequest], after last: UInt64) -> [KeptRequest] {
        var last = last
        return requests.map { request in
            var request = request
            if case .addItem = request.body {} else { last += 1 }
            request.id = last
            return request
        }
    }

    private static func newItem(_ account: String, _ secret: String) -> WireNewItem {
        let date = Date(timeIntervalSinceReferenceDate: 1_000_000)
        return .with {
            $0.itemClass = "genp"
            $0.attributes = [
                WireAttribute(.account, .string(account)), WireAttribute(.service, "kept"),
                WireAttribute(.generic, .data(Data([0, 1, 255]))), WireAttribute(.type, .number(-7)),
                WireAttribute(.creationDate, .date(date)),
            ]
            $0.secrets.hasData_p = true
            $0.secrets.dataLength = UInt32(secret.utf8.count)
        }
    }

    private static func addItem(last: Bool) -> KeptRequest {
        KeptRequest(
            last ? "add-item-last" : "add-item",
            .addItem(.with { $0.item = newItem(last ? "third" : "second", "secret") }), "secret", answers: last ? 1 : 0
        ) { answers in
            guard last else { return true }
            guard case .references(let list)? = answers.first?.reply.body else { return false }
            return list.references.count == 2 && list.references.allSatisfy { $0.count == 20 }
        }
    }
}

// MARK: - Requests

extension KeptRequest {
    private static var items: [KeptRequest] {
        [
            KeptRequest("add", .add(.with { $0.item = newItem("first", "first secret") }), "first secret") { answers in
                guard let answer = answers.first, case .item(let item)? = answer.reply.body else { return false }
                return item.persistentReference.count == 20 && answer.secret == Array("first secret".utf8)
            },
            KeptRequest("add-batch", .addBatch(.with { $0.count = 2 }), answers: 0) { _ in true },
            addItem(last: false), addItem(last: true),
            KeptRequest(
                "search",
                .search(
                    .with {
                        $0.query = query
                        $0.parts = 3
                    }), answers: 3
            ) { answers in
                answers.map(\.secret) == ["first secret", "secret", "secret"].map { Array($0.utf8) }
                    && answers.map(\.reply.last) == [false, false, true]
            },
            KeptRequest(
                "update",
                .update(
                    .with {
                        $0.query = query
                        $0.attributes = [WireAttribute(.label, "new")]
                        $0.secrets.hasData_p = true
                        $0.secrets.dataLength = 3
                    }), count: 3, "new"),
            KeptRequest("delete", .delete(.with { $0.query = query }), count: 3),
        ]
    }

    private static func passcode(
        _ operation: WirePasscode.Operation, first: String
    ) -> WireRequest.OneOf_Body {
        WirePasscodeRequest(operation, first: UInt32(first.utf8.count)).body
    }

    private static var passcodes: [KeptRequest] {
        [
            KeptRequest(done: "passcode-set", passcode(.set, first: "kept one"), "kept one"),
            state("lock-state", 2),
            KeptRequest(done: "lock", .lock(.init())),
            state("lock-state-locked", 3),
            KeptRequest(done: "passcode-unlock", passcode(.unlock, first: "kept one"), "kept one"),
            KeptRequest("passcode-verify", passcode(.verify, first: "kept one"), count: 1, "kept one"),
            KeptRequest(done: "passcode-grant-terminal", passcode(.grantTerminal, first: "kept one"), "kept one"),
            KeptRequest("make-recovery-key", .makeRecoveryKey(.init())) { answers in
                guard let answer = answers.first, case .done? = answer.reply.body else { return false }
                return answer.secret.count == 20
            },
            KeptRequest(done: "passcode-change", passcode(.change, first: "kept one"), "kept onekept two"),
            KeptRequest(
                done: "passcode-change-compromised", passcode(.changeCompromised, first: "kept two"),
                "kept twokept three"),
            KeptRequest("count-needing-passcode", .countNeedingPasscode(.init()), count: 0),
            KeptRequest(done: "passcode-remove", passcode(.remove, first: "kept three"), "kept three"),
        ]
    }

    // MARK: - What is for the command line

    private static let program = "/kept/programs/mail"

    private static func change(_ name: String, _ change: WirePolicyChange.OneOf_Change) -> KeptRequest {
        KeptRequest(done: "policy-" + name, .policyChange(.with { $0.change = change }))
    }

    private static func pair(_ group: String) -> WirePolicyChange.Pair {
        .with {
            $0.group = group
            $0.path = program
        }
    }

    static func fails(
        _ name: String, _ body: WireRequest.OneOf_Body, _ secret: String = "", status: Int32
    ) -> KeptRequest {
        KeptRequest(name, body, secret) { $0.first?.reply.failure.status == status }
    }

    private static var administration: [KeptRequest] { policy + log + questions + erasing + moving }

    /// To the system service.
    private static var moving: [KeptRequest] {
        [
            KeptRequest(
                "begin-arrival", .beginArrival(.with { $0.keychainID = Data(repeating: 7, count: 16) }), count: 0),
            KeptRequest(done: "arriving-file", .arrivingFile(.with { $0.path = "device.key" }), "kept"),
            fails("finish-arrival", .finishArrival(.init()), status: -50),
        ]
    }

    /// There is no passcode any more that could be right.
    private static var erasing: [KeptRequest] {
        [("on", WirePasscode.Operation.eraseAfterTenOn), ("off", .eraseAfterTenOff)].map { name, operation in
            fails(
                "passcode-erase-after-ten-" + name, passcode(operation, first: "kept one"), "kept one",
                status: -25293)
        }
    }

    private static var files: [KeptRequest] {
        let wrap = WireWrapFileKey.with {
            $0.fileClass = 3
            $0.fileID = Data(repeating: 7, count: 16)
            $0.group = TestAgent.group
        }
        // A key that no keychain has.
        let wrapped = WireWrappedFileKey.with {
            $0.fileClass = 4
            $0.fileID = Data(repeating: 7, count: 16)
            $0.group = TestAgent.group
            $0.keyNumber = 0x15
            $0.wrapped = Data(repeating: 7, count: 60)
        }
        return [
            KeptRequest("wrap-file-key", .wrapFileKey(wrap), "0123456789abcdef0123456789abcdef") { answers in
                guard case .wrappedFileKey(let key)? = answers.first?.reply.body else { return false }
                return key.fileClass == 3 && key.fileID == wrap.fileID && key.group == TestAgent.group
                    && key.wrapped.count == 60
            },
            fails("unwrap-file-key", .unwrapFileKey(wrapped), status: -25291),
        ]
    }

    /// A key that no keychain has.
    private static var keys: [KeptRequest] {
        let use = WireUseKey.with {
            $0.persistentReference = Data("keys".utf8) + Data(repeating: 7, count: 16)
            $0.operation = 4
            $0.algorithm = "algid:keyexchange:ECDH:KDFX963:SHA256"
            $0.keyType = 73
            $0.inputLength = 65
            $0.requestedSize = 32
            $0.authentication.interaction = .fail
        }
        return [fails("use-key", .useKey(use), String(repeating: "k", count: 65) + "shared", status: -25300)]
    }

    private static var policy: [KeptRequest] {
        let token = WirePolicyChange.NewToken.with {
            $0.group = "kept.one"
            $0.readOnly = true
            $0.lifetime = 3600
            $0.label = "kept"
        }
        let registered = WirePolicyChange.Groups.with {
            $0.path = program
            $0.groups = ["kept.one", "kept.two"]
        }
        return [
            // Programs below it are known by their paths alone, so that none has to be there.
            change("trust-path", .trustPath("/kept/programs")), change("register", .register(registered)),
            change("assign", .assign(pair("kept.three"))), change("share", .share(pair("kept.four"))),
            change("accept", .accept(program)), change("ask-for-groups", .askForGroups(true)),
            KeptRequest("policy-make-token", .policyChange(.with { $0.makeToken = token })) { answers in
                guard let answer = answers.first, case .done? = answer.reply.body else { return false }
                return answer.secret.count == 48
            },
            fails(
                "policy-revoke-token", .policyChange(.with { $0.revokeToken = "0123456789abcdef" }), status: -50),
            KeptRequest("policy-listing", .policyListing(.init())) { answers in
                guard case .policyListing(let listing)? = answers.first?.reply.body else { return false }
                let app = listing.apps.first { $0.path == program }
                return app?.groups.sorted() == ["kept.one", "kept.three", "kept.two"]
                    && app?.sharedGroups == ["kept.four"] && listing.tokens.map(\.label) == ["kept"]
                    && listing.trustedPaths == ["/kept/programs"]
            },
            change("unshare", .unshare(pair("kept.four"))), change("release", .release("kept.three")),
            change("unregister", .unregister(program)), change("distrust-path", .distrustPath("/kept/programs")),
        ]
    }

    private static var log: [KeptRequest] {
        [
            KeptRequest("read-log", .readLog(.with { $0.limit = 1 }), answers: 2) { answers in
                guard case .logRecord(let record)? = answers.first?.reply.body,
                    case .logReport(let report)? = answers.last?.reply.body
                else { return false }
                // The last record: refusals that were equal to one before, which are written when the log is read.
                return record.genuine && record.line.contains("times=") && report.problems.isEmpty
            }
        ]
    }

    private static var questions: [KeptRequest] {
        let isEmpty = { (answers: [Answer]) in
            if case .questions(let list)? = answers.first?.reply.body { list.questions.isEmpty } else { false }
        }
        let answer = WireQuestionAnswer.with {
            $0.id = 99
            $0.verdict = .allowAlways
        }
        return [
            KeptRequest("questions", .questions(.init()), isRight: isEmpty),
            fails("answer", .answer(answer), "kept one", status: -25300),
            KeptRequest("prompter", .prompter(.init()), isRight: isEmpty),
        ]
    }

    private static func state(_ name: String, _ expected: UInt32) -> KeptRequest {
        KeptRequest(name, .lockState(.init())) { answers in
            if case .lockState(let answer)? = answers.first?.reply.body { answer.state == expected } else { false }
        }
    }

    private static var rest: [KeptRequest] {
        [
            KeptRequest("status", .status(.init())) { answers in
                if case .status(let status)? = answers.first?.reply.body { status.lockState == 0 } else { false }
            },
            KeptRequest("agent-status", .agentStatus(.init())) { answers in
                guard case .agentStatus(let status)? = answers.first?.reply.body else { return false }
                return status.pid == UInt32(getpid()) && status.subject.path == "/test"
            },
        ]
    }
}
