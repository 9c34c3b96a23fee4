#!/bin/bash
# Lays traps into a home directory: libraries and settings that libraries of desktops find there.
# usage: make-traps.sh HOME COMPILER
set -euo pipefail
home=$1 compiler=$2 traps=$1/traps
here=$(dirname "$(realpath "$0")")
mkdir -p "$traps" "$home"/.config/{gtk-4.0,gtk-3.0,fontconfig,dconf,glib-2.0/settings} "$home"/.local/share/{icons/hicolor,mime,glib-2.0/schemas,vulkan/implicit_layer.d,egl/egl_external_platform.d,themes} \
    "$home"/.cache/{fontconfig,mesa_shader_cache,gstreamer-1.0} "$home"/.{icons,themes,fonts,fontconfig}
"$compiler" -shared -fPIC "-DRAN=\"$home/ran\"" -o "$traps/trap.so" "$here/trap.c"
for name in libtrap.so libgiotrap.so libdconfsettings.so libEGL_trap.so.0 swrast_dri.so kms_swrast_dri.so libgtk.so im-trap.so; do cp "$traps/trap.so" "$traps/$name"; done
for name in immodules media printbackends; do mkdir -p "$traps/4.0.0/$name"; cp "$traps/trap.so" "$traps/4.0.0/$name/libtrap.so"; done
cat > "$traps/loaders.cache" <<END
"$traps/trap.so"
"png" 5 "gdk-pixbuf" "PNG" "LGPL"
"image/png" ""
"png" ""
"\\211PNG\\r\\n\\032\\n" "" 100

"$traps/trap.so"
"svg" 6 "gdk-pixbuf" "SVG" "LGPL"
"image/svg+xml" ""
"svg" ""
" <svg" "*    " 100
" <?xml" "*    " 100

END
printf 'libtrap.so: gio-vfs,gsettings-backend,gio-proxy-resolver,gio-tls-backend\n' > "$traps/giomodule.cache"
printf '{"file_format_version":"1.0.0","ICD":{"library_path":"%s"}}\n' "$traps/libEGL_trap.so.0" > "$traps/egl.json"
cp "$traps/egl.json" "$home/.local/share/egl/egl_external_platform.d/10_trap.json"
printf '{"file_format_version":"1.0.0","layer":{"name":"trap","type":"GLOBAL","library_path":"%s","api_version":"1.3.0","implementation_version":"1","description":"","disable_environment":{"X":"1"}}}\n' \
    "$traps/trap.so" > "$home/.local/share/vulkan/implicit_layer.d/trap.json"
printf 'openssl_conf = o\n[o]\nengines = e\n[e]\ntrap = t\n[t]\ndynamic_path = %s\ninit = 1\n' "$traps/trap.so" > "$traps/openssl.cnf"
printf '<?xml version="1.0"?><fontconfig><dir>%s/.fonts</dir><cachedir>%s/.fontconfig</cachedir></fontconfig>\n' "$home" "$home" |
    tee "$traps/fonts.conf" "$home/.fonts.conf" > "$home/.config/fontconfig/fonts.conf"
printf '[Settings]\ngtk-modules=%s\ngtk-theme-name=trap\ngtk-im-module=trap\n' "$traps/trap.so" | tee "$home/.config/gtk-3.0/settings.ini" > "$home/.config/gtk-4.0/settings.ini"
printf 'window { background: url("%s/traps/x.svg"); }\n' "$home" > "$home/.config/gtk-4.0/gtk.css"
printf '<driconf><device><application name="all"><option name="trap" value="1"/></application></device></driconf>\n' > "$home/.drirc"
printf '<Multi_key> <a> : "trap"\n' > "$home/.XCompose"
printf 'Xcursor.theme: trap\n' > "$home/.Xdefaults"
chown -R --reference="$home" "$home"
