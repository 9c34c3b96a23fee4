import Glibc
import GtkSupport

let application = Application("io.github.chatelaine.TouchMeIn")
exit(application.run { MainWindow.show(application) })
