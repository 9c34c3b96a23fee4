import AgentClient
import Glibc
import GtkSupport

// First of all: GTK and its libraries must not see the environment that the program was started with.
SecuredProcess.begin()
// Not unique: the process that starts this program never starts two, and waits for the end of the one. Users do not start it themselves.
let application = Application("io.github.chatelaine.Sheet", isUnique: false)
let showsQuestions = !CommandLine.arguments.contains("--sheets-only")
let presenter = PromptController(application)
let status = application.run { presenter.start(showsQuestions: showsQuestions) }
exit(presenter.hasFailed ? 1 : status)
