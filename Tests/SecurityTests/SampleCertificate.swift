import Foundation

/// Certificates made for these tests with OpenSSL; they are not trusted.
enum SampleCertificate {
    /// C=DE, O=“Example  Works”, CN=“Kim's certificate”, serial number 0x0102030405; the names as UTF8String but for C.
    static let kim = der(
        """
        MIIByjCCAXCgAwIBAgIFAQIDBAUwCgYIKoZIzj0EAwIwQjELMAkGA1UEBhMCREUxFzAVBgNVBAoMDkV4YW1wbGUgIFdvcmtz
        MRowGAYDVQQDDBFLaW0ncyBjZXJ0aWZpY2F0ZTAeFw0yNjExMjEwOTU1MTNaFw0zNjExMTgwOTU1MTNaMEIxCzAJBgNVBAYT
        AkRFMRcwFQYDVQQKDA5FeGFtcGxlICBXb3JrczEaMBgGA1UEAwwRS2ltJ3MgY2VydGlmaWNhdGUwWTATBgcqhkjOPQIBBggq
        hkjOPQMBBwNCAASpTbutxmrEqbNIPnouOabyjojrzdIv6N29ihx67EzSyuZce8m3aub8jSa7iIh0K4y/xVSQty9zMRXHkcJc
        5MIGo1MwUTAdBgNVHQ4EFgQUF5+kEs/JMEJ7SDSpH7ZUwvv0PM0wHwYDVR0jBBgwFoAUF5+kEs/JMEJ7SDSpH7ZUwvv0PM0w
        DwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBXv4nI/nXTCWPxXc7myOadotnho3G6UZLBGgxTbQ/E2AIhALvJ
        SmMFr4KMZe9Oh6QNk1oqDwvaBDKoOwhnPCQOdS7a
        """)

    /// Only an e-mail address in the name; a random serial number of 20 bytes.
    static let mail = der(
        """
        MIIBlTCCATugAwIBAgIUQbeEXAvVb5LlhPVmCx+XiY+8bmYwCgYIKoZIzj0EAwIwIDEeMBwGCSqGSIb3DQEJARYPa2ltQGV4
        YW1wbGUuY29tMB4XDTI2MTEyMTA5NTUxM1oXDTM2MTExODA5NTUxM1owIDEeMBwGCSqGSIb3DQEJARYPa2ltQGV4YW1wbGUu
        Y29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqU27rcZqxKmzSD56Ljmm8o6I683SL+jdvYoceuxM0srmXHvJt2rm/I0m
        u4iIdCuMv8VUkLcvczEVx5HCXOTCBqNTMFEwHQYDVR0OBBYEFBefpBLPyTBCe0g0qR+2VML79DzNMB8GA1UdIwQYMBaAFBef
        pBLPyTBCe0g0qR+2VML79DzNMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhANsFSbDXrlbw8e24rOYQEMuS
        ke3T87r+YYybKuqtKxCDAiAzJ2Aao3l0sTCYSkChXQkaSpbaiB5H7P29aBK6UNglFQ==
        """)

    /// O=“ Example  Works ” and CN=Kim as PrintableString, serial number 7.
    static let printable = der(
        """
        MIIBODCB4AIBBzAKBggqhkjOPQQDAjApMRkwFwYDVQQKExAgRXhhbXBsZSAgV29ya3MgMQwwCgYDVQQDEwNLaW0wHhcNMjYx
        MTIxMDk1NjQ2WhcNMzYxMTE4MDk1NjQ2WjApMRkwFwYDVQQKExAgRXhhbXBsZSAgV29ya3MgMQwwCgYDVQQDEwNLaW0wWTAT
        BgcqhkjOPQIBBggqhkjOPQMBBwNCAASpTbutxmrEqbNIPnouOabyjojrzdIv6N29ihx67EzSyuZce8m3aub8jSa7iIh0K4y/
        xVSQty9zMRXHkcJc5MIGMAoGCCqGSM49BAMCA0cAMEQCIDNaMWdaVBrsY5Ubo3F2M6F6+5bUPGQnDXcIwU7vUw1GAiBOtf7C
        MvAR2tSG/v/TTBO2T8J+6ELpOSXwM5hvZ9MNIw==
        """)

    private static func der(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
