// swift-crypto has the same types and functions. In the kit it is built under another name, so that it does not conflict
// with packages that bring their own.
@_exported import ChatelaineCrypto
