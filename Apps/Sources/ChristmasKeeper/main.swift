import Glibc
import GtkSupport

let application = Application("io.github.chatelaine.ChristmasKeeper")
exit(application.run { MainWindow.show(application) })
