import AppTesting
import Testing

@Suite struct WindowTests {
    @Test func windowIsShown() {}
}
