import AppTesting
import Foundation
import Testing

/// The sheet in a window, between a program that asks and the real agent and vault.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SheetTests {
    @Test func sheetIsShown() throws {}
}
