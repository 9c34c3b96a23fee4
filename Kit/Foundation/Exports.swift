// On Apple's systems Foundation brings Security along. With “chatelaine-kit toolset --foundation” this module is imported into every file.
@_exported import Foundation
@_exported import Security
