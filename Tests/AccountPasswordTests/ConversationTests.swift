import AuthenticationTesting
import Foundation
import Testing

@testable import AccountPassword

/// Conversations with PAM's real library and modules that need no users.
@Suite(.enabled(if: Modules.areThere, "needs the package libpam-wrapper")) struct ConversationTests {
    @Test func rightPassword() throws {
        let services = try PrivateServices.matrix()
        let person = Person("right")
        #expect(services.accountPassword().authenticate(person) == .success)
        #expect(person.seen == [.secret("Password: ")])
    }

    @Test func wrongPassword() throws {
        let services = try PrivateServices.matrix()
        #expect(services.accountPassword().authenticate(Person("wrong")) == .wrongPassword)
        #expect(services.accountPassword().authenticate(Person("")) == .wrongPassword)
    }

    @Test func oneHelperServesOneTransactionAfterTheOther() throws {
        let services = try PrivateServices.matrix()
        let password = services.accountPassword()
        #expect(password.isRunning)
        for _ in 1...3 {
            #expect(password.authenticate(Person("wrong")) == .wrongPassword)
            #expect(password.authenticate(Person(nil)) == .cancelled)
            #expect(password.authenticate(Person("right")) == .success)
        }
    }

    @Test func textsAndQuestionsOfBothKindsComeInTheirOrder() throws {
        let services = try PrivateServices(
            "auth required \(Modules.chatty) num_lines=1 info error",
            "auth required \(Modules.matrix) passdb=@/codes echo",
            "auth required \(Modules.matrix) passdb=@/passwords",
            "account required pam_permit.so")
        try services.write("\(PrivateServices.user):123456:chatelaine\n", to: "codes")
        try services.write("\(PrivateServices.user):right:chatelaine\n", to: "passwords")
        let person = Person("123456", "right")
        #expect(services.accountPassword().authenticate(person) == .success)
        let info = Question.info("Authentication succeeded")
        let error = Question.error("Authentication generated an error")
        // The module writes more lines than it was told to.
        let seen = person.seen
        let texts = seen.prefix { !$0.wantsAnswer }
        #expect(texts.prefix { $0 == info }.count == texts.count / 2 && texts.count > 1)
        #expect(texts.suffix(texts.count / 2).allSatisfy { $0 == error })
        #expect(seen.dropFirst(texts.count) == [.visible("Password: "), .secret("Password: ")])
        #expect(services.accountPassword().authenticate(Person("123456", nil)) == .cancelled)
    }

    @Test func endlessConversationIsEnded() throws {
        let echo = "auth optional pam_echo.so file=@/text\n"
        let services = try PrivateServices(
            String(repeating: echo, count: 70), "auth required \(Modules.matrix) passdb=@/passwords",
            "account required pam_permit.so")
        try services.write("Hello", to: "text")
        try services.write("\(PrivateServices.user):right:chatelaine\n", to: "passwords")
        let person = Person("right")
        #expect(services.accountPassword().authenticate(person).isUnavailable)
        #expect(person.seen == [Question](repeating: .info("Hello"), count: HelperMessage.maximumQuestions))
    }

    @Test func longTextIsCut() throws {
        let services = try PrivateServices(
            "auth optional pam_echo.so file=@/text", "auth required \(Modules.matrix) passdb=@/passwords",
            "account required pam_permit.so")
        try services.write(String(repeating: "é", count: 3000), to: "text")
        try services.write("\(PrivateServices.user):right:chatelaine\n", to: "passwords")
        let person = Person("right")
        #expect(services.accountPassword().authenticate(person) == .success)
        let text = try #require(person.seen.first).text
        #expect(text.utf8.count <= HelperMessage.maximumTextLength)
        #expect(text.count > 100 && text.allSatisfy { $0 == "é" || $0 == "\u{fffd}" })
    }

    @Test func answerThatPAMCannotCarryIsWrong() throws {
        let longest = String(repeating: "x", count: HelperMessage.maximumAnswerLength)
        let services = try PrivateServices.matrix(password: longest)
        let password = services.accountPassword()
        #expect(password.authenticate(Person(longest)) == .success)
        #expect(password.authenticate(Person(longest + "x")) == .wrongPassword)
        let short = try PrivateServices.matrix(password: "right").accountPassword()
        #expect(short.authenticate(Person("right\0wrong")) == .wrongPassword)
        #expect(password.authenticate(Person(String(repeating: "x", count: 1 << 20))) == .wrongPassword)
    }

    @Test func eightAtOnce() async throws {
        let services = try PrivateServices.matrix()
        let password = services.accountPassword()
        let people = (0..<8).map { Person($0.isMultiple(of: 2) ? "right" : "wrong", waits: true) }
        let outcomes = people.map { person in InBackground { password.authenticate(person) } }
        for person in people { try person.waitUntilAsked() }
        for person in people { person.letAnswer() }
        for (index, outcome) in outcomes.enumerated() {
            #expect(try outcome.wait() == (index.isMultiple(of: 2) ? .success : .wrongPassword))
        }
    }

    @Test func moreThanTheHelperServesAreTurnedAway() throws {
        let services = try PrivateServices.matrix()
        let password = services.accountPassword()
        let people = (0..<16).map { _ in Person("right", waits: true) }
        let outcomes = people.map { person in InBackground { password.authenticate(person) } }
        for person in people { try person.waitUntilAsked() }
        #expect(password.authenticate(Person("right")).isUnavailable)
        for person in people { person.letAnswer() }
        for outcome in outcomes { #expect(try outcome.wait() == .success) }
    }
}
