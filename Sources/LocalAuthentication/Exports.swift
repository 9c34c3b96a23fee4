// As on Apple's systems: whoever has this module has Foundation and the names of Security too.
@_exported import Security
