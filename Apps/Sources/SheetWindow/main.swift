import Glibc
import GtkSupport

// Never two: who starts it waits for it. And it is no program that somebody starts by itself.
let application = Application("io.github.chatelaine.Sheet", isUnique: false)
let showsQuestions = !CommandLine.arguments.contains("--sheets-only")
let presenter = Presenter(application)
let status = application.run { presenter.start(showsQuestions: showsQuestions) }
exit(presenter.hasFailed ? 1 : status)
