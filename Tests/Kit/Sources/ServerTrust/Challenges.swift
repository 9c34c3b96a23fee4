import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(Security)
    import Security
#endif

/// Decides whether a server is trusted, as libraries for the network do that take “Security” for a sign of Apple's systems.
public struct Challenges {
    /// Makes one.
    public init() {}

    #if canImport(Security)
        /// Whether the connection is to be used. Foundation on Linux has no trust to evaluate.
        public func decide(_ challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            challenge.protectionSpace.serverTrust == nil ? .performDefaultHandling : .useCredential
        }
    #else
        /// Whether the connection is to be used.
        public func decide(_ challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            .performDefaultHandling
        }
    #endif
}
