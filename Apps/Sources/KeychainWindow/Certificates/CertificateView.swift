import Foundation
import GtkSupport

/// A certificate: whether it is trusted, its chain, names, dates and fingerprints.
@MainActor struct CertificateView {
    private let certificate: CertificateDetails
    private let context: WindowContext
    private let changeTrust: @MainActor () -> Void

    /// - Parameter changeTrust: has the user decide whether the certificate is trusted.
    init(_ certificate: CertificateDetails, _ context: WindowContext, changeTrust: @escaping @MainActor () -> Void) {
        (self.certificate, self.context, self.changeTrust) = (certificate, context, changeTrust)
    }

    func add(to box: Box) {
        box.append(trust())
        if !certificate.chain.isEmpty { box.append(chain()) }
        addNames(certificate.names.subject, text("Subject"), to: box)
        addNames(certificate.names.issuer, text("Issuer"), to: box)
        let list = Section.add(text("Certificate"), to: box)
        if !certificate.names.alternatives.isEmpty {
            add(text("Also for"), certificate.names.alternatives.joined(separator: ", "), to: list)
        }
        if let date = certificate.notBefore { add(text("Valid from"), Dates.moment(date), to: list) }
        if let date = certificate.notAfter { add(text("Valid until"), Dates.moment(date), to: list) }
        add(text("Serial number"), certificate.serialNumber, to: list, style: "hexadecimal")
        add(text("SHA-256 fingerprint"), certificate.sha256, to: list, style: "hexadecimal")
        add(text("SHA-1 fingerprint"), certificate.sha1, to: list, style: "hexadecimal")
    }

    private func add(_ name: String, _ value: String, to list: PlainList, style: String? = nil) {
        list.appendFixed(TextRow(name, value, context, style: style).view)
    }

    private func addNames(_ parts: [CertificateNames.Part], _ title: String, to box: Box) {
        guard !parts.isEmpty else { return }
        let list = Section.add(title, to: box)
        for part in parts { add(label(part.type), part.text, to: list) }
    }

    private func label(_ type: String) -> String {
        switch type {
        case "CN": text("Common name")
        case "O": text("Organisation")
        case "OU": text("Organisational unit")
        case "C": text("Country")
        case "L": text("Locality")
        case "ST": text("State or province")
        case "E": text("E-mail address")
        default: type
        }
    }

    /// The card that says whether it is trusted, or why not.
    private func trust() -> Box {
        let icon = Icon(certificate.problem == nil ? "emblem-ok-symbolic" : "dialog-warning-symbolic")
        icon.setPixels(24)
        icon.setMargins(vertical: 12, horizontal: 12)
        let title = Label(heading: certificate.problem == nil ? text("Trusted") : text("Not Trusted"))
        let reason = Label(
            certificate.problem ?? text("Its chain leads to an authority that this computer or you trust."))
        let lines = TextLines.box(title, reason)
        lines.setMargins(vertical: 10, horizontal: 0)
        if certificate.problem != nil {
            lines.append(Label(hint: text("If you know its authority, import that, and change its trust.")))
        }
        let change = Button(text("Change Trust…"))
        change.setMargins(vertical: 12, horizontal: 12)
        change.setAlignment(vertical: .center)
        change.onClick(changeTrust)
        let card = Box(spacing: 4)
        card.setClass("card")
        card.append(icon)
        card.append(lines)
        card.append(change)
        return card
    }

    /// The chain, drawn from the authority down to the certificate.
    private func chain() -> Box {
        let section = Box(vertical: true, spacing: 8)
        section.append(Label(heading: text("Chain")))
        let steps = Box(vertical: true, spacing: 0)
        for (place, link) in certificate.chain.reversed().enumerated() {
            if place > 0 { steps.append(line(below: place)) }
            steps.append(row(link, depth: place))
        }
        section.append(steps)
        return section
    }

    private func row(_ link: CertificateDetails.Link, depth: Int) -> Box {
        let row = Box(spacing: 8)
        indent(row, depth)
        row.append(Icon(link.problem == nil ? "application-certificate-symbolic" : "dialog-warning-symbolic"))
        row.append(
            TextLines.box(
                Label(link.title.isEmpty ? text("Untitled") : link.title), link.problem.map { Label(hint: $0) }))
        return row
    }

    private func line(below depth: Int) -> Box {
        let line = Box()
        line.setClass("chain-line")
        line.setAlignment(horizontal: .start)
        indent(line, depth - 1)
        return line
    }

    private func indent(_ box: Box, _ depth: Int) {
        // A chain of ten certificates has to fit into a narrow window.
        let pixels = Int32(min(depth, 6)) * 18
        box.setMargins(vertical: 0, horizontal: 0)
        box.setStartMargin(pixels + 4)
    }
}
