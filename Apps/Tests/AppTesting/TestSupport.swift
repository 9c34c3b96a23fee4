// The tests of apps use the code that tests of all packages share.
@_exported import BusTesting
@_exported import TestSupport
