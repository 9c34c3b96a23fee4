# Every command that a user or a contributor needs. `make help` lists them.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SWIFT ?= swift
JOBS ?= $(shell nproc)
export SWIFT JOBS
# Builds products; all builds of one kind share a directory (see Scripts/build.sh).
BUILD := Scripts/build.sh
PROGRAMS = $$($(BUILD) --show-bin-path)
TEST := Scripts/test.sh
PREFIX ?= /usr/local
# The rounds, durations and sizes of the long suites; CI runs fewer rounds and prints their number.
ROUNDS ?= 100
SECONDS_PER_FUZZER ?= 60
SIZES ?= 1000,100000,1000000
# The pattern of the desktop apps' tests to run; CI leaves out some of each app.
SUITES ?= Tests
# The public packages that “make test-kit” builds; CI builds some.
PACKAGES ?= all
# The pattern of the other tests to run.
TESTS ?= .
# The suites with real browsers that “make test-browser” runs.
BROWSER_SUITES ?= (WebPageTests|BrowserTests)\.
# The modules of one half of the tests, most of which start programs; the others take as long. “make test” runs both at the same time.
HALF := AgentTests|CommandLineTests|SheetRelayTests|WebPageTests
# The tests of the desktop apps that “make test” runs: of each app the first use.
FIRST_SUITES := SheetTests/(loginIsPicked|newLoginIsSaved)|VaultWindowTests.FirstStart|LoginTests/(createdLoginIs|laterStartsAsk|registeredUserLogsIn)|ChristmasKeeperTests.FirstStartTests/doneOpens|TestHostTests.Window|PasswordVerifierTests

BUILD_PACKAGES := libsodium-dev libsqlite3-dev libsystemd-dev libseccomp-dev libpam0g-dev libpsl-dev libidn2-dev libpcre2-dev \
  publicsuffix libzxcvbn-dev libssl-dev pkg-config git ca-certificates
APP_PACKAGES := libgtk-4-dev libadwaita-1-dev libwebkitgtk-6.0-dev
# Tests/SecondReader, Tests/AsymmetricKeysTests, Tests/SecurityTests; the libraries that imports load
TEST_PACKAGES := python3 python3-argon2 python3-cryptography openssl gnutls-bin libgcrypt20 libzip4 libcsv3 libxml2
FAULT_PACKAGES := gdb e2fsprogs util-linux binutils sqlite3
# File systems for tests of programs' files; without them, tests that need them are skipped.
FILE_SYSTEM_PACKAGES := btrfs-progs
READER_PACKAGES := fprintd polkitd dbus
PROMPTER_PACKAGES := xvfb xdotool pinentry-gtk2 pinentry-gnome3 gcr pinentry-curses tmux procps $(READER_PACKAGES)
SCREENSHOT_PACKAGES := imagemagick fonts-dejavu-core
PAM_PACKAGES := pamtester libpam-wrapper gdb procps
# Libraries that are loaded when a QR code is drawn or read; without them, tests that need them are skipped.
QR_PACKAGES := libqrencode4 libzbar0 libpng16-16 libturbojpeg0
# Libraries that are loaded for copying, and displays and programs for pasting.
CLIPBOARD_PACKAGES := libxcb1 libwayland-client0 xvfb xclip sway wl-clipboard util-linux dbus
# Displays, and programs that control and inspect them.
APP_TEST_PACKAGES := $(APP_PACKAGES) libatspi2.0-dev at-spi2-core xvfb xauth xdotool x11-utils xclip imagemagick fonts-dejavu-core \
  adwaita-icon-theme librsvg2-bin desktop-file-utils appstream procps libxcb1 python3-gi sway wtype util-linux gettext \
  $(READER_PACKAGES)
# Browsers, driven by tests, and what checks their scripts.
BROWSER_PACKAGES := chromium firefox-esr node-typescript python3-venv
TPM_PACKAGES := swtpm tpm2-tools libtss2-dev
# Programs and libraries of other password managers' files; without them, tests that need them are skipped.
EXCHANGE_PACKAGES := libgcrypt20 libzip4 libcsv3 libxml2 keepassxc oathtool gnupg pass zip unzip python3-venv
# What makes packages, checks them, and makes systems to install them in.
PACKAGING_PACKAGES := debhelper lintian rpm rpmlint mmdebstrap python3 binutils gcc make
BENCH_PACKAGES := openssl gnome-keyring libsecret-tools dbus libglib2.0-bin keepassxc

.PHONY: help architecture setup setup-apps setup-app-tests setup-faults setup-bench build build-release demo demo-login test test-all build-apps test-passwords test-faults test-authenticators test-clipboard test-prompter screenshots test-pam test-tpm test-system test-attacks test-coexistence test-kit test-examples test-apps test-browser check-extension extension app-screenshots browser-screenshots fuzz bench bench-apps messages manual format lint docs kit install outdated pins test-dependency-line clean setup-exchange setup-packages packages test-packages

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

# Installs the missing packages of $(1), and prints their names.
define install_packages
missing=""; for package in $(1); do \
  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; done; \
if [ -n "$$missing" ]; then echo "Installing with apt-get:$$missing"; \
  $(SUDO) apt-get update -qq; \
  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; fi
endef

setup: ## Install the system packages that building needs (Debian, Ubuntu)
	@$(call install_packages,$(BUILD_PACKAGES))
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Swift 6.1 or later is needed and not found. Install it from https://www.swift.org/install/linux/ and run make again." >&2; exit 1; }

setup-apps: ## Install the additional system packages for the desktop apps
	@$(call install_packages,$(APP_PACKAGES))

setup-app-tests: setup
	@$(call install_packages,$(APP_TEST_PACKAGES))

setup-faults:
	@$(call install_packages,$(FAULT_PACKAGES))

setup-bench:
	@$(call install_packages,$(BENCH_PACKAGES))

setup-exchange: ## Install what the tests of imports and exports use: other password managers' programs and libraries
	@$(call install_packages,$(EXCHANGE_PACKAGES))
	@Scripts/setup-pykeepass.sh
setup-packages: setup
	@$(call install_packages,$(PACKAGING_PACKAGES))

build: setup ## Build the tests and all programs, without optimisation
	$(BUILD) chatelainePackageTests

# The optimiser of a compiler can fail where a build without optimisation does not.
build-release: setup ## Build the programs with optimisation
	$(BUILD) --release chatelaine chatelaine-agent chatelaine-identify chatelaine-pam-helper chatelaine-clipboard chatelaine-browser

demo: setup ## Show the main job: a program stores a password, the command line finds it, the file reveals nothing
	$(BUILD) chatelaine KeychainTutorial
	@Scripts/demo.sh "$(PROGRAMS)/KeychainTutorial" "$(PROGRAMS)/chatelaine"

# Debian's polkit lets only root use a reader without a session at a seat.
demo-login: setup ## Log in with a virtual fingerprint reader, for users without a real one (by sudo, since fprintd needs root)
	@$(call install_packages,$(READER_PACKAGES))
	$(BUILD) chatelaine chatelaine-agent chatelaine-identify chatelaine-pam-helper LoginScreen
	@[ -z "$(SUDO)" ] || echo "fprintd and polkitd serve only root here: the demo runs by sudo, in a temporary directory."
	@$(SUDO) Scripts/demo-login.sh "$(PROGRAMS)/LoginScreen" "$(PROGRAMS)/chatelaine"

test: build ## Run the main tests, and some of the desktop apps' and of the browsers' if what they need is installed; TESTS=PATTERN selects tests
	@$(call install_packages,$(TEST_PACKAGES))
	$(if $(filter .,$(TESTS)),CHATELAINE_BROWSERS=no $(TEST) --halves '$(HALF)',$(TEST) --parallel --filter '$(TESTS)')
	@if pkg-config --exists libadwaita-1 atspi-2 && command -v Xvfb xdotool >/dev/null; then $(MAKE) --no-print-directory test-apps SUITES='$(FIRST_SUITES)'; \
	else echo "The desktop apps are left out: “make test-apps” installs what they need, and tests them."; fi
	@if [ -x /usr/bin/chromium ] && [ -x /usr/bin/firefox-esr ]; then $(MAKE) --no-print-directory test-browser BROWSER_SUITES=ExtensionTests; \
	else echo "Browsers are left out: “make test-browser” installs them, and tests the extension in them."; fi

test-all: ## Run all tests in full rounds, with those that CI leaves out (takes hours)
	CHATELAINE_CI=all .ci/run

build-apps: setup-app-tests
	$(BUILD) chatelaine chatelaine-agent chatelaine-identify chatelaine-pam-helper chatelaine-clipboard agent-probe extension-probe
	$(BUILD) --package Apps chatelaine-appsPackageTests

test-apps: build-apps ## Test the desktop apps on a display of their own, with a real agent and fprintd (all tests: as root); SUITES=PATTERN selects suites
	CHATELAINE_PROGRAMS="$(PROGRAMS)" $(TEST) --package-path Apps --filter '$(SUITES)'

test-browser: build check-extension ## Test the extension, and filling the pages of Tests/WebPages, in real browsers; prints a table of cases; BROWSER_SUITES=PATTERN selects suites
	Scripts/test-browser.sh '$(BROWSER_SUITES)'

check-extension: ## Check the scripts for web pages: types, faults, size
	@$(call install_packages,$(BROWSER_PACKAGES))
	Scripts/check-extension.sh

extension: ## Pack the browser extension for the stores, into .build/extension
	@mkdir -p .build/extension
	@Scripts/pack-extension.py .build/extension

test-passwords: build ## Make a million passwords for each set of options, and check every one; ROUNDS is in percent
	@$(call install_packages,$(QR_PACKAGES))
	CHATELAINE_ROUNDS=$(ROUNDS) $(TEST) --filter PasswordToolsTests

test-faults: build setup-faults ## Test with killed writers, power cuts, failing system calls and damaged files (all tests: as root)
	Scripts/test-faults.sh $(ROUNDS)

test-authenticators: build ## Test authentication with the real fprintd, PAM and pinentries, and a software TPM (all tests: as root)
	@$(call install_packages,$(READER_PACKAGES) $(PAM_PACKAGES) $(TPM_PACKAGES))
	CHATELAINE_TEST_GLOBAL=1 $(TEST) \
	  --filter 'FingerprintTests|AccountPasswordTests|TrustedPlatformTests|SealedDeviceKeyTests'
	@$(MAKE) --no-print-directory test-prompter

test-clipboard: build ## Test copying to real displays and pasting with other programs; “make test” skips what is not installed
	@$(call install_packages,$(CLIPBOARD_PACKAGES))
	$(TEST) --filter ClipboardTests

test-prompter: build ## Test prompts with the real pinentries, on a display and terminals of their own (as root)
	@$(call install_packages,$(PROMPTER_PACKAGES))
	Tests/Prompter/test.sh "$(PROGRAMS)"

screenshots: build ## Make the pictures and recordings of Docs/prompts.md again (as root)
	@$(call install_packages,$(PROMPTER_PACKAGES) $(SCREENSHOT_PACKAGES))
	Tests/Prompter/screenshots.sh "$(PROGRAMS)"

test-pam: build ## Test the PAM module with a private service (as root; creates a user and removes it)
	@$(call install_packages,$(PAM_PACKAGES))
	CHATELAINE_TEST_GLOBAL=1 $(MAKE) -C PAM test CHATELAINE="$(PROGRAMS)/chatelaine"

test-tpm: build ## Test the sealing of the device key in software TPMs; “make test” skips what is not installed
	@$(call install_packages,$(TPM_PACKAGES))
	$(TEST) --filter TrustedPlatformTests

test-system: build ## Test the system service with two users, and programs on other file systems, in namespaces of their own (as root)
	@$(call install_packages,$(FILE_SYSTEM_PACKAGES))
	@if pkg-config --exists libadwaita-1; then $(BUILD) --package Apps chatelaine-sheet VaultWindow KeychainWindow; fi
	$(TEST) --filter ProcessIdentityTests
	Tests/SystemService/test.sh "$(PROGRAMS)"

test-attacks: build setup-faults setup-app-tests ## Run the tests that SECURITY.md names, and print a table of its attacks (all: as root)
	Scripts/test-attacks.sh

test-coexistence: setup ## Build together with packages that change when they can import Security
	Scripts/test-coexistence.sh

test-kit: setup ## Build unchanged packages with the drop-in kit; PACKAGES=NAME,… selects public ones (Tests/Kit/Packages)
	Scripts/test-kit.sh $(PACKAGES)

test-examples: setup ## Run Examples/MutualTLS: TLS on the loopback with a client's key that stays in the agent
	@$(call install_packages,openssl)
	$(BUILD) chatelaine chatelaine-agent chatelaine-identify
	$(BUILD) --package Examples/MutualTLS MutualTLS
	Scripts/test-examples.sh "$(PROGRAMS)/MutualTLS" "$(PROGRAMS)/chatelaine"

app-screenshots: build-apps ## Make the pictures of the desktop apps in Docs/screenshots again (as root)
	CHATELAINE_PROGRAMS="$(PROGRAMS)" CHATELAINE_SCREENSHOTS="$(CURDIR)/Docs/screenshots" \
	  $(TEST) --package-path Apps --filter Screenshots

browser-screenshots: build ## Make the pictures of the browser extension in Docs/screenshots again (as root)
	CHATELAINE_BROWSER_PICTURES="$(CURDIR)/Docs/screenshots" $(TEST) --filter PopupPictures

fuzz: setup ## Run each fuzz target for SECONDS_PER_FUZZER seconds
	Scripts/fuzz.sh $(SECONDS_PER_FUZZER)

bench: setup setup-bench ## Measure speed and size, compared with the floor and with peers; SIZES=1000,100000,1000000
	Scripts/bench.sh $(SIZES)

bench-apps: setup-app-tests ## Measure the desktop apps' time to the first frame, compared with a bare window of libadwaita (release builds; takes a while)
	@$(call install_packages,libxdamage-dev dbus-x11 gcc)
	Scripts/install.sh "$(CURDIR)/.build-bench/apps"
	Benchmarks/windows.sh "$(CURDIR)/.build-bench/apps"

bench-pages: ## Measure the time that the extension takes of pages, beside the same pages without it (Debian's chromium)
	@$(call install_packages,chromium python3)
	Benchmarks/pages.py

messages: ## Generate the Swift code of the agent's messages and of a vault's items
	@$(call install_packages,protobuf-compiler)
	Scripts/generate-messages.sh

manual: setup ## Generate the manual page from the definitions of the commands
	@$(call install_packages,python3)
	Scripts/make-manual.sh

architecture: ## Write the table of modules in ARCHITECTURE.md from Package.swift
	Scripts/modules.py --write

format: ## Format all Swift sources
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources \
	  Apps/Package.swift Apps/Sources Apps/Tests Apps/Examples

lint: ## Check formatting and the rules of the repository
	@$(call install_packages,python3)
	Scripts/lint.sh

outdated: ## List newer versions of the packages that ours depend on
	@Scripts/outdated.sh

pins: ## Pin the versions of the packages that the manifests require
	Scripts/pin.sh

test-dependency-line: setup ## Resolve a package with the dependency line of README.md
	Scripts/test-dependency-line.sh

docs: build ## Build the reference documentation; fails on a warning
	Scripts/docs.sh

kit: setup ## Build the drop-in kit under ./kit
	Scripts/make-kit.sh kit

install: setup ## Install the command line, the desktop apps if “make setup-apps” was run, and the drop-in kit under PREFIX; DESTDIR is for packagers
	DESTDIR="$(DESTDIR)" Scripts/install.sh "$(PREFIX)"

packages: setup-packages ## Make Debian packages, rpm packages, an archive and a bill of materials under ./packages (desktop apps: after “make setup-apps”)
	Scripts/make-packages.sh packages

test-packages: setup-packages setup-apps ## Test how packages are made, installed, upgraded and removed, with stand-ins for the programs, in chroots (as root); those under ./packages too
	Tests/Packages/test.sh $(wildcard packages)

clean: ## Remove all build products
	rm -rf .build .build-* kit packages
