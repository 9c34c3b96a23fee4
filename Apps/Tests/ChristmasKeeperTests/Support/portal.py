"""A desktop portal that writes down what it is asked to open."""
import os
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

XML = """
<node><interface name="org.freedesktop.portal.OpenURI"><method name="OpenFile">
<arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="o" direction="out"/></method></interface></node>
"""


def called(bus, sender, path, interface, method, parameters, invocation):
    _, place, options = parameters.unpack()
    file = invocation.get_message().get_unix_fd_list().get(place)
    with open(sys.argv[1], "wb") as log:
        log.write(f"ask={options.get('ask')}\n".encode() + os.read(file, 1 << 20))
    invocation.return_value(GLib.Variant("(o)", ("/org/freedesktop/portal/desktop/request/1/1",)))


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called)
Gio.bus_own_name_on_connection(
    bus, "org.freedesktop.portal.Desktop", 0, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
