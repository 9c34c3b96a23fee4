import AgentProtocol

extension WireRequest.OneOf_Body {
    /// The name in the audit log.
    var operation: String {
        switch self {
        case .add, .addBatch, .addItem: "add"
        case .search(let search): search.readsData ? "read" : "search"
        case .update: "update"
        case .delete: "delete"
        case .passcode(let request): request.operation.name
        case .lock: "lock"
        case .lockState: "lock-state"
        case .status: "status"
        case .countNeedingPasscode: "count-needing-passcode"
        case .makeRecoveryKey: "make-recovery-key"
        case .watch: "watch"
        case .agentStatus: "agent-status"
        case .policyChange(let request): request.change.map { "policy: \($0.name)" } ?? "policy"
        case .policyListing: "policy-listing"
        case .readLog: "read-log"
        case .questions: "questions"
        case .answer(let answer): "answer: \(answer.verdict)"
        case .prompter: "prompter"
        case .wrapFileKey: "wrap-file-key"
        case .unwrapFileKey: "unwrap-file-key"
        case .useKey: "use"
        case .makeKey: "make-key"
        case .portableKey(let request): "portable-keychain: \(request.operation)"
        case .reserveGroup(let request): request.isReserved ? "reserve-group" : "open-group"
        case .beginContext, .contextPassword, .biometry: "context"
        case .evaluate: "authentication"
        case .vault(let request): "vault: \(request.operation?.name ?? "unknown")"
        case .beginArrival, .arrivingFile, .finishArrival: "migrate"
        case .passwordManager: "password-manager"
        case .takeSheet: "show-sheet"
        case .endSheet: "end-sheet"
        case .browser: "browser"
        case .browserPairings: "browser-pairings"
        }
    }
}

extension WireRequest.OneOf_Body {
    /// Whether the program's access groups decide what it gets or changes.
    var reachesItems: Bool {
        switch self {
        case .add, .addBatch, .addItem, .search, .update, .delete, .wrapFileKey, .unwrapFileKey, .useKey,
            .makeKey, .portableKey:
            true
        default: false
        }
    }
}

extension WireSearch {
    /// Whether it asks for secrets.
    var readsData: Bool { parts & 2 != 0 }
}

extension WirePasscode.Operation {
    var name: String {
        switch self {
        case .unlock: "unlock"
        case .set: "set-passcode"
        case .change, .changeCompromised: "change-passcode"
        case .remove: "remove-passcode"
        case .verify: "verify-passcode"
        case .grantTerminal: "grant-terminal"
        case .eraseAfterTenOn: "erase-after-ten-on"
        case .eraseAfterTenOff: "erase-after-ten-off"
        case .unknown, .UNRECOGNIZED: "passcode"
        }
    }
}

extension WirePolicyChange.OneOf_Change {
    var name: String {
        switch self {
        case .register: "register"
        case .unregister: "unregister"
        case .assign: "assign"
        case .release: "release"
        case .share: "share"
        case .unshare: "unshare"
        case .accept: "accept"
        case .trustPath: "trust-path"
        case .distrustPath: "distrust-path"
        case .makeToken: "make-token"
        case .revokeToken: "revoke-token"
        case .askForGroups: "ask"
        case .forgetAnswers: "forget-answers"
        }
    }
}

extension WireVaultRequest.OneOf_Operation {
    var name: String {
        switch self {
        case .names: "names"
        case .arrivingFile, .arrivingItems: "import"
        case .create: "create"
        case .unlock: "unlock"
        case .lock: "lock"
        case .state: "state"
        case .search: "search"
        case .count: "count"
        case .tags: "tags"
        case .item: "read"
        case .save: "save"
        case .duplicate: "duplicate"
        case .mark: "mark"
        case .emptyTrash: "empty-trash"
        case .move: "move"
        case .attach: "attach"
        case .attachment(let request): request.removes ? "remove-attachment" : "read-attachment"
        case .changePassword: "change-password"
        case .addServiceAccount: "add-service-account"
        case .makeRecoveryKey: "make-recovery-key"
        case .recover: "recover"
        case .unlockByFinger: "unlock-by-finger"
        case .fingerUnlock: "finger-unlock"
        case .rename: "rename"
        case .delete: "delete"
        case .undelete: "undelete"
        case .deleted: "deleted"
        }
    }
}
