import Logging
import Security

let logger = Logger(label: "swift-log")
print("swift-log: \(logger.label == "swift-log"), \(errSecItemNotFound)")
