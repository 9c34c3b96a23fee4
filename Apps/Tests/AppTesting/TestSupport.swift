// What all tests of the project share is for the tests of apps as well.
@_exported import BusTesting
@_exported import TestSupport
