import Glibc
import GtkSupport

let application = Application("io.github.chatelaine.Chatelaine")
exit(application.run { MainWindow.show(application) })
