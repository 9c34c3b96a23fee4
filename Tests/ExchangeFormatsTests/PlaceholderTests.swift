import Testing

@testable import ExchangeFormats
