"""A window from which files are dragged, as from a file manager. Says when it is there, and how each drag has ended."""
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, Gtk


def say(word):
    print(word, flush=True)


def show(application):
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in sys.argv[1:]])
    source = Gtk.DragSource()
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(files))
    source.connect("drag-begin", lambda *_: say("begins"))
    source.connect("drag-cancel", lambda *_: say("cancelled"))
    source.connect("drag-end", lambda *_: say("ended"))
    label = Gtk.Label(label="Drag me")
    label.add_controller(source)
    window = Gtk.ApplicationWindow(application=application, title="Files", child=label, decorated=False)
    window.set_default_size(200, 100)
    window.connect("map", lambda *_: say("ready"))
    window.present()


application = Gtk.Application(application_id="io.github.chatelaine.DragSource", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", show)
application.run([])
