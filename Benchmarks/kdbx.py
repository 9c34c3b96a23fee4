#!/usr/bin/python3
"""The import of a database of KeePass against KeePassXC's merge into an empty one, in one run. Both take the key's derivation and the start of the
program off: what an empty database takes in the same way.

usage: kdbx.py [ENTRIES [RUNS]]        keychain-bench has to be built: Scripts/build.sh --release --package Benchmarks keychain-bench
"""
import os, shutil, statistics, subprocess, sys, tempfile, time, uuid, base64

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENTRIES, RUNS = (int(sys.argv[1]) if len(sys.argv) > 1 else 10_000), (int(sys.argv[2]) if len(sys.argv) > 2 else 5)
PASSWORD = "secret"


def document(count):
    def text(name, value, hidden=False):
        attribute = ' ProtectInMemory="True"' if hidden else ""
        return f"<String><Key>{name}</Key><Value{attribute}>{value}</Value></String>"

    def version(number, password):
        return (text("Title", f"Site {number}") + text("UserName", f"user{number}@mail.example") + text("Password", password, True)
                + text("URL", f"https://site{number}.example/login") + text("Notes", f"Line one of {number}\nline two")
                + text("PIN", number * 7 % 10_000, True)
                + "<Times><CreationTime>2020-01-01T00:00:00Z</CreationTime><LastModificationTime>2024-01-01T00:00:00Z</LastModificationTime></Times>")

    entries = []
    for number in range(count):
        identifier = f"<UUID>{base64.b64encode(uuid.UUID(int=number + 1).bytes).decode()}</UUID>"
        entries.append(f"<Entry>{identifier}<Tags>work;site</Tags>{version(number, f'correct horse {number}')}"
                       f"<History><Entry>{identifier}{version(number, f'former {number}')}</Entry></History></Entry>")
    root = base64.b64encode(uuid.uuid4().bytes).decode()
    return f"<KeePassFile><Meta/><Root><Group><UUID>{root}</UUID><Name>Root</Name>{''.join(entries)}</Group></Root></KeePassFile>"


def keepassxc(*words, lines=1):
    subprocess.run(["keepassxc-cli", *words], input=f"{PASSWORD}\n" * lines, text=True, check=True, capture_output=True)


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main():
    binaries = subprocess.run([f"{ROOT}/Scripts/build.sh", "--release", "--show-bin-path"], text=True, check=True, capture_output=True).stdout.strip()
    bench = f"{binaries}/keychain-bench"
    with tempfile.TemporaryDirectory() as place:
        os.environ.update(HOME=place, QT_QPA_PLATFORM="offscreen")
        for name, count in ("full", ENTRIES), ("empty", 0):
            with open(f"{place}/{name}.xml", "w") as file:
                file.write(document(count))
            keepassxc("import", "-q", "-p", "-t", "100", f"{place}/{name}.xml", f"{place}/{name}.kdbx", lines=2)

        def theirs(name):
            target = f"{place}/target.kdbx"
            shutil.copy(f"{place}/empty.kdbx", target)
            return seconds(lambda: keepassxc("merge", "-q", "-s", target, f"{place}/{name}.kdbx", lines=2))

        def ours(name):
            # The program measures itself: its start is not a part.
            output = subprocess.run([bench, "import", f"{place}/{name}.kdbx"], input=PASSWORD + "\n", text=True, check=True, capture_output=True).stdout.split()
            if int(output[1]) != (ENTRIES if name == "full" else 0):
                sys.exit(f"{output[1]} items of {name}")
            return float(output[0])

        figures = {"full": ([], []), "empty": ([], [])}
        for _ in range(RUNS):
            for name, (mine, peer) in figures.items():
                mine.append(ours(name))
                peer.append(theirs(name))
    mine, peer = (statistics.median(figures["full"][side]) - statistics.median(figures["empty"][side]) for side in (0, 1))
    verdict = "met" if mine <= peer else "NOT MET"
    print(f"import of {ENTRIES:,} entries of KDBX, without the key's derivation: {mine:.2f} s; keepassxc-cli merge: {peer:.2f} s ({verdict})")


if __name__ == "__main__":
    main()
