import AppExtensions

// What stands here for the user interface of an app: as much of a view controller as the flows below use.

class ViewController {}

class TextField {
    var text: String? = ""
}

class Button {
    var isHidden = false
}
