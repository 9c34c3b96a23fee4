#!/bin/sh
# Installs pykeepass, which tests of KeePass's databases use, into .build-pykeepass. Other places are left alone.
set -eu
cd "$(dirname "$0")/.."
[ -x .build-pykeepass/bin/python ] || python3 -m venv .build-pykeepass
.build-pykeepass/bin/python -c 'import pykeepass' 2>/dev/null || .build-pykeepass/bin/pip install --quiet 'pykeepass>=4,<5'
