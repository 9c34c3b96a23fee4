import Glibc
import GtkSupport

let application = Application("io.github.chatelaine.ACME")
exit(application.run { MainWindow.show(application) })
