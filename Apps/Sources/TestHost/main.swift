import Glibc
import GtkSupport

let application = Application("io.github.chatelaine.TestHost")
exit(application.run { MainWindow.show(application) })
