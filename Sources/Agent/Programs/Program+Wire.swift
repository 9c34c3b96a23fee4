import AgentProtocol

extension Program {
    /// The program as messages describe it to people.
    var wire: WireSubject {
        .with {
            $0.path = path
            $0.strength = strength
            $0.note = reason
        }
    }
}
