// As on Apple's systems, importing this module also imports Foundation and Security.
@_exported import Security
