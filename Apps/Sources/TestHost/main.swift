import Dispatch
import Glibc
import GtkSupport

switch CommandLine.arguments.dropFirst() {
case ["--run-tests"]:
    Task {
        // Not on the main actor: what is checked may wait for an agent.
        let isGood = await Task.detached { await Check.runAll() }.value
        exit(isGood ? 0 : 1)
    }
    dispatchMain()
case []:
    let application = Application("io.github.chatelaine.TestHost")
    exit(application.run { MainWindow.show(application) })
default:
    Check.say("usage: TestHost [--run-tests]", to: 2)
    exit(2)
}
