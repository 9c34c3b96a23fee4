import Glibc
import GtkSupport

let application = Application(MainWindow.identifier)
if TextTable.wanted == "tutorial" { TextTable.use(TutorialTexts.table) }
exit(application.run { MainWindow.show(application) })
