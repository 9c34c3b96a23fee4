import AgentClient
import Glibc
import GtkSupport

// First of all: GTK and its libraries must not see the environment that the program was started with.
SecuredProcess.begin()
let application = Application("io.github.chatelaine.Chatelaine")
exit(application.run { MainWindow.show(application) })
