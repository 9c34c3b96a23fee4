import GtkSupport
import Security

/// The window in which the user decides whether a certificate is trusted.
@MainActor enum TrustWindow {
    /// Shows the window after a proof.
    ///
    /// - Parameter changed: called after a change, and after it was undone.
    static func show(_ details: ItemDetails, _ context: WindowContext, changed: @escaping @MainActor () -> Void) {
        guard let data = details.item.data, let certificate = SecCertificateCreateWithData(nil, data as NSData) else {
            return
        }
        context.prove(details.keychain, text("Change Trust")) {
            context.run {
                let decisions = try await context.session.thread.run { TrustDecisions(of: certificate) }
                show(certificate, decisions, context, changed)
            }
        }
    }

    private static func show(
        _ certificate: SecCertificate, _ decisions: TrustDecisions, _ context: WindowContext,
        _ changed: @escaping @MainActor () -> Void
    ) {
        let choices = TrustDecisions.Use.allCases.map { use in
            let choice = Choice(name(of: use), texts(for: use))
            choice.choose(decisions[use].rawValue)
            return (use: use, choice: choice)
        }
        let form = FormWindow(text("Trust"), button: text("Save"), context) { box in
            box.append(
                Label(
                    hint: text(
                        "It counts for all your programs that ask Chatelaine, and for all certificates below it. “Never” wins."
                    )))
            let list = PlainList(framed: text("Trust"))
            list.appendRows(choices.map { FormRow.box(name(of: $0.use), $0.choice) })
            box.append(list)
        } action: {
            var new = TrustDecisions()
            for (use, choice) in choices { new[use] = TrustDecisions.Decision(rawValue: choice.chosen ?? 0) ?? .none }
            guard new != decisions else { return }
            let before = try await store(new, certificate, context)
            changed()
            context.undo?.offer(text("Trust changed")) {
                context.run {
                    _ = try await store(before, certificate, context)
                    changed()
                }
            }
        }
        form.show()
    }

    private static func store(
        _ decisions: TrustDecisions, _ certificate: SecCertificate, _ context: WindowContext
    ) async throws -> TrustDecisions {
        try await context.session.thread.run { try decisions.store(for: certificate) }
    }

    private static func name(of use: TrustDecisions.Use) -> String {
        switch use {
        case .everything: text("For everything")
        case .servers: text("For servers and clients (TLS)")
        case .mail: text("For e-mail (S/MIME)")
        case .programs: text("For signatures of programs")
        case .timeStamps: text("For time stamps")
        case .basic: text("For X.509 alone")
        }
    }

    private static func texts(for use: TrustDecisions.Use) -> [String] {
        [
            use == .everything ? text("As its chain says") : text("As for everything"), text("Always trusted"),
            text("Never trusted"),
        ]
    }
}
