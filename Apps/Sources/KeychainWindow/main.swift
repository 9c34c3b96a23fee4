import AgentClient
import Glibc
import GtkSupport
import ZeroOnFree

// First of all: GTK and its libraries must not see the environment that the program was started with.
SecuredProcess.begin()
// Texts of items and of forms pass through memory of GTK's and Swift's, which nothing else overwrites.
_ = zero_on_free_enable()
let application = Application("io.github.chatelaine.Keychains")
exit(application.run { MainWindow.show(application) })
