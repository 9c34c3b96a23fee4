import AgentProtocol
import Foundation
import KeychainServices
import LoginSheet
import PasswordVault
import Secrets

extension SheetRequest {
    /// Makes a request from the message in which the agent passes it on.
    ///
    /// - Parameters:
    ///   - secret: the second part of its frame.
    ///   - environment: the screen of the sheet.
    /// - Throws: `.parameter` for what cannot be read.
    package init(
        _ task: WireSheetTask, _ secret: borrowing SecretBytes, in environment: Environment
    ) throws(KeychainError) {
        let wire = task.request
        self.init(try Operation(wire.operation), url: wire.url, caller: SheetCaller(task), environment: environment)
        details = try secret.withUnsafeBytes { (part) throws(KeychainError) in try LoginDetails(wire.details, part) }
        if wire.hasGenerator { generator = PasswordConstraints(wire.generator) }
        onlyLogins = wire.page.onlyLogins
        managers = wire.alternatives.map { PasswordManagerChoice(name: $0.name, title: $0.title) }
        isFirstRequestForSite = SheetRequest.site(of: wire.url).map { !task.knownSites.contains($0) } ?? true
    }
}

extension SheetRequest.Operation {
    fileprivate init(_ wire: WirePasswordManagerRequest.Operation) throws(KeychainError) {
        switch wire {
        case .find: self = .find
        case .store: self = .store
        case .change: self = .change
        case .fill: self = .fill
        case .unknown, .UNRECOGNIZED:
            throw KeychainError(.parameter, "the program asks for something unknown", remedy: "upgrade chatelaine")
        }
    }
}

extension SheetCaller {
    fileprivate init(_ task: WireSheetTask) {
        let path = task.subject.path
        let name = path.split(separator: "/").last.map(String.init) ?? path
        self.init(
            name: name, path: path, strength: task.subject.strength, processID: Int32(bitPattern: task.pid),
            identifiers: Set(task.identifiers))
    }
}

extension LoginDetails {
    fileprivate init(_ wire: WireLoginDetails, _ part: UnsafeRawBufferPointer) throws(KeychainError) {
        self.init()
        if wire.hasTitle { title = wire.title }
        if wire.hasUsername { username = wire.username }
        if wire.hasNotes { notes = Secret(wire.notes) }
        if wire.hasSectionTitle { sectionTitle = wire.sectionTitle }
        let secrets = try wire.secrets(in: part)
        password = secrets.password.map { Secret(SecretBytes(copying: $0)) }
        oldPassword = secrets.oldPassword.map { Secret(SecretBytes(copying: $0)) }
        fields = secrets.fields.map { NamedValue($0.name, String(decoding: $0.value, as: UTF8.self)) }
    }
}

extension PasswordConstraints {
    fileprivate init(_ wire: WireGeneratorOptions) {
        self.init(
            minLength: wire.hasMinLength ? Int(clamping: wire.minLength) : nil,
            maxLength: wire.hasMaxLength ? Int(clamping: wire.maxLength) : nil,
            requiresDigits: wire.hasRequireDigits ? wire.requireDigits : nil,
            requiresSymbols: wire.hasRequireSymbols ? wire.requireSymbols : nil,
            forbiddenCharacters: wire.forbiddenCharacters)
    }
}
