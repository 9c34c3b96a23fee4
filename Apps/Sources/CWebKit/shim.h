// The parts of WebKitGTK that Swift cannot import: functions with variable arguments.
#pragma once
#include <webkit/webkit.h>

/// Creates a view with a network session of its own, which a view takes only at its creation.
static inline WebKitWebView *chatelaine_web_view_new(WebKitNetworkSession *session) {
    return WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW, "network-session", session, NULL));
}

/// Returns a certificate in DER; NULL if it has none. The caller releases it.
static inline GByteArray *chatelaine_certificate_bytes(GTlsCertificate *certificate) {
    GByteArray *bytes = NULL;
    g_object_get(certificate, "certificate", &bytes, NULL);
    return bytes;
}
