import BusTesting
import ClipboardTesting
import Foundation
import Glibc
import Testing

/// What other people's programs get of a secret that was copied, and how long.
@Suite struct CopyTests {
    @Test(arguments: TestDisplay.Kind.installed)
    func othersPasteTheBytes(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("pässword, two\nlines\n\n")
        #expect(try display.paste() == Data("pässword, two\nlines\n".utf8))
        #expect(try display.paste("UTF8_STRING") == Data("pässword, two\nlines\n".utf8))
        holder.end()
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func managersAreToldThatItIsASecret(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("password")
        let formats = try display.formats()
        #expect(formats.contains("x-kde-passwordManagerHint"))
        #expect(formats.contains("text/plain;charset=utf-8") && formats.contains("UTF8_STRING"))
        #expect(try display.paste("x-kde-passwordManagerHint") == Data("secret".utf8))
        #expect(try display.paste("image/png") == nil)
        holder.end()
    }

    /// In parts, on X11: the value is larger than a request.
    @Test(arguments: TestDisplay.Kind.installed)
    func theLargestSecretIsPasted(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let secret = String((0..<(1 << 18)).map { Array("0123456789abcdef")[($0 * $0 / 7) % 16] }).map { "\($0)xyz" }
            .joined()
        #expect(secret.utf8.count == 1 << 20)
        let holder = try display.copy(secret + "\n")
        for _ in 1...2 { #expect(try display.paste() == Data(secret.utf8)) }
        holder.end()
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func itIsClearedAfterTheTime(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("password", milliseconds: 1)
        #expect(holder.wait() == 0)
        #expect(try display.paste() == nil)
    }

    @Test(arguments: TestDisplay.Kind.installed, [SIGTERM, SIGINT, SIGHUP, SIGKILL])
    func itIsClearedAtTheEnd(kind: TestDisplay.Kind, signal: Int32) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("password")
        holder.send(signal)
        #expect(holder.wait() == (signal == SIGKILL ? -SIGKILL : 0))
        #expect(try display.paste() == nil)
    }

    @Test(.enabled(if: BusDaemon.isInstalled), arguments: TestDisplay.Kind.installed)
    func itIsClearedWhenTheScreenLocks(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let screen = try ScreenLock()
        let holder = try display.copy("password", screen.environment)
        #expect(try display.paste() == Data("password".utf8))
        try screen.lock()
        #expect(holder.wait() == 0)
        #expect(try display.paste() == nil)
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func laterCopyEndsTheHolderAndStays(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("password", milliseconds: 600_000)
        let other = try display.copyElsewhere("something else")
        #expect(holder.wait() == 0)
        #expect(try display.paste("UTF8_STRING") == Data("something else".utf8))
        other.end()
    }

    /// Both have happened when it comes to itself: the time is over, and something else was copied.
    @Test(arguments: TestDisplay.Kind.installed)
    func lateHolderKeepsNewerContent(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("password")
        holder.send(SIGSTOP)
        let other = try display.copy("something else")
        holder.send(SIGTERM)
        holder.send(SIGCONT)
        #expect(holder.wait() == 0)
        #expect(try display.paste() == Data("something else".utf8))
        other.end()
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func aSecondSecretTakesThePlaceOfTheFirst(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let first = try display.copy("first")
        let second = try display.copy("second")
        #expect(first.wait() == 0)
        #expect(try display.paste() == Data("second".utf8))
        second.end()
    }

    @Test(arguments: TestDisplay.Kind.installed)
    func aDisplayThatGoesTakesTheHolderWithIt(kind: TestDisplay.Kind) throws {
        let display = try TestDisplay(kind)
        let holder = try display.copy("password")
        display.end()
        #expect(holder.wait() == 1)
    }
}
