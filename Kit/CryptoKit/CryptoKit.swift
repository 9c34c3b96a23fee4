// swift-crypto has the same types and functions. In the kit it is built under a name of its own, so that it does not stand in
// the way of packages which bring theirs.
@_exported import ChatelaineCrypto
