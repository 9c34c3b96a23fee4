import AgentClient
import Glibc
import GtkSupport

// First of all: GTK and its libraries must not see the environment that the program was started with.
SecuredProcess.begin()
let application = Application("io.github.chatelaine.Keychains")
exit(application.run { MainWindow.show(application) })
