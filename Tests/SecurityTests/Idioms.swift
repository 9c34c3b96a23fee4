import Foundation
import Security
