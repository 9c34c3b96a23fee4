import LocalAuthentication
import Testing

/// `LAError` and `NSError` are two faces of one thing, whichever was made.
@Suite struct ErrorTests {
    static let codes = Array(-14 ... -1) + [-1004]

    /// One error in each of its two forms.
    static let forms: [any Error] = [
        LAError(.userCancel), NSError(domain: "com.apple.LocalAuthentication", code: -2),
    ]

    @Test(arguments: forms) func casts(error: any Error) throws {
        #expect((error as? LAError)?.code == .userCancel)
        #expect(error is LAError)
        #expect((error as! LAError).errorCode == -2)
        #expect((error as NSError).code == LAError.userCancel.rawValue)
        #expect((error as NSError).domain == LAErrorDomain)
        #expect((error as? LAError)?._nsError == error as NSError)
        #expect(error._code == -2)
        #expect(error._domain == LAError.errorDomain)
        let any: Any = error
        #expect(any as? LAError != nil)
        #expect(any as? NSError != nil)
        #expect("\(error)".contains("Code=-2"))
    }

    @Test(arguments: forms) func catches(error: any Error) {
        func name(_ error: any Error) -> [String] {
            var names: [String] = []
            do { throw error } catch LAError.userCancel { names.append("code") } catch {}
            do { throw error } catch let error as LAError { names.append("\(error.code)") } catch {}
            do { throw error } catch let error as LAError where error.code == .userCancel {
                names.append("where")
            } catch {}
            do { throw error } catch let error as NSError { names.append("\(error.code)") }
            do { throw error } catch LAError.userFallback { names.append("wrong") } catch {}
            return names
        }
        #expect(name(error) == ["code", "userCancel", "where", "-2"])
    }

    @Test(arguments: forms) func switches(error: any Error) {
        switch error {
        case LAError.authenticationFailed: Issue.record("another code")
        case LAError.userCancel: break
        default: Issue.record("no code")
        }
        switch (error as NSError).code {
        case LAError.authenticationFailed.rawValue: Issue.record("another code")
        case LAError.userCancel.rawValue: break
        default: Issue.record("no code")
        }
        switch Int32((error as NSError).code) {
        case kLAErrorUserCancel: break
        default: Issue.record("no code")
        }
    }

    @Test func objectsOfKnownType() {
        let error: NSError? = NSError(domain: LAErrorDomain, code: -6)
        #expect((error as? LAError)?.code == .biometryNotAvailable)
        #expect(error.map { LAError(_nsError: $0).code } == .touchIDNotAvailable)
        #expect((LAError(.appCancel, userInfo: ["who": "we"]) as NSError).userInfo["who"] as? String == "we")
    }

    @Test func otherErrorsAreNotLAErrors() {
        for other in [
            NSError(domain: NSOSStatusErrorDomain, code: -2), NSError(domain: LAErrorDomain, code: -777),
            NSError(domain: LAErrorDomain, code: 0), CocoaError(.userCancelled) as NSError,
        ] {
            #expect(other as? LAError == nil)
            #expect((other as any Error) as? LAError == nil)
        }
        // An unknown number must not end the program, and never means success.
        #expect(LAError(_nsError: NSError(domain: LAErrorDomain, code: -777)).code == .authenticationFailed)
    }

    @Test(arguments: codes) func everyCodeHasATextOfItsOwn(number: Int) throws {
        let code = try #require(LAError.Code(rawValue: number))
        let text = LAError(code).localizedDescription
        #expect(text.hasSuffix("."))
        #expect(!text.contains("com.apple"))
        #expect((LAError(code) as any Error).localizedDescription == text)
        #expect(LAError(code).userInfo[NSLocalizedDescriptionKey] as? String == text)
        #expect(
            Self.codes.filter { LAError.Code(rawValue: $0).map { LAError($0).localizedDescription } == text }.count == 1
        )
        #expect(LAError(code) == LAError(code))
        #expect(LAError(code, userInfo: [NSLocalizedDescriptionKey: "mine"]).localizedDescription == "mine")
    }
}
