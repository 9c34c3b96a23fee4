import Dispatch
import Glibc
import GtkSupport

switch CommandLine.arguments.dropFirst() {
case ["--run-tests"]:
    Task {
        // Not on the main actor: a check may wait for the agent.
        let isGood = await Task.detached { await Check.runAll() }.value
        exit(isGood ? 0 : 1)
    }
    dispatchMain()
case []:
    let application = Application("io.github.chatelaine.TestHost")
    exit(application.run { MainWindow.show(application) })
case let words where words.first == "--host" && words.count > 1:
    exit(HostedTests.run(Array(words.dropFirst())))
case let words where words.first == "--watch-background" && [1, 3].contains(words.count):
    exit(BackgroundCauses.run(Array(words.dropFirst())))
default:
    Check.say(
        "usage: TestHost [--run-tests | --host TESTS [ARGUMENT...] | --watch-background [MINIMIZING SECONDS]]", to: 2)
    exit(2)
}
