import AgentProtocol

/// A request about a passcode whose lengths may be lies.
struct WirePasscodeRequest {
    let body: WireRequest.OneOf_Body

    init(_ operation: WirePasscode.Operation = .unlock, first: UInt32, atLogin: Bool = false) {
        body = .passcode(
            .with {
                $0.operation = operation
                $0.firstLength = first
                $0.atLogin = atLogin
            })
    }
}
