#!/usr/bin/env python3
"""Writes the manual page of the command line, in mdoc(7), from what the program says of its commands.

Usage: chatelaine --experimental-dump-help | Scripts/make-manual.py Docs/exit-codes.md > Docs/man/chatelaine.1
"""
import json
import re
import sys
import textwrap

WIDTH = 78
SPECIAL = {"“": r"\(lq", "”": r"\(rq", "’": r"\(cq", "‘": r"\(oq", "–": r"\(en", "—": r"\(em", "…": "...", "−": r"\-",
           "→": r"\(->"}


def escaped(text):
    """Text as roff shows it, whatever is in it."""
    result = text.replace("\\", r"\e")
    for character, name in SPECIAL.items():
        result = result.replace(character, name)
    result = re.sub(r"(?<![A-Za-z0-9])-", r"\\-", result)
    return "".join(c if ord(c) < 128 else "\\[u%04X]" % ord(c) for c in result)


def line(text):
    """A line of text, of which roff takes nothing for a request."""
    return r"\&" + text if text.startswith((".", "'")) else text


def sentences(text):
    """Lines of text: each sentence begins one, and none is too long."""
    parts = re.split(r"([.!?][)”’\"]*)\s+", " ".join(text.split()))
    joined = ["".join(parts[i:i + 2]) for i in range(0, len(parts), 2)]
    result = []
    for sentence in joined:
        if sentence:
            result += [line(escaped(part)) for part in textwrap.wrap(
                sentence, WIDTH - 6, break_long_words=False, break_on_hyphens=False)]
    return result


def blocks(text, isFirst=True):
    """Paragraphs, and what is indented as it is."""
    result = []
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        words, literal = [], []
        def flush():
            nonlocal isFirst
            if words:
                if not isFirst:
                    result.append(".Pp")
                result.extend(sentences(" ".join(words)))
                isFirst = False
            words.clear()
        def display():
            nonlocal isFirst
            if literal:
                result.append(".Bd -literal -offset indent")
                result.extend(line(escaped(row)) for row in textwrap.dedent("\n".join(literal)).split("\n"))
                result.append(".Ed")
                isFirst = False
            literal.clear()
        for row in block.split("\n"):
            if row.startswith("  "):
                flush()
                literal.append(row)
            else:
                display()
                words.append(row)
        flush()
        display()
    return result


def option(argument):
    """The heading of an argument in a list."""
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return ".It Ar " + escaped(value) + (" ..." if argument["isRepeating"] else "")
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    flags = " , ".join("Fl " + ("-" if name["kind"] == "long" else "") + name["name"] for name in names)
    return ".It " + flags + (" Ar " + escaped(value) if argument["kind"] == "option" else "")


def synopsis(path, command):
    """How a command is called, on macro lines."""
    result = [".Nm " + " ".join(path[1:])]
    for argument in shown(command):
        name = argument.get("preferredName")
        value = argument.get("valueName", "value")
        if argument["kind"] == "positional":
            text = "Ar " + escaped(value) + (" ..." if argument["isRepeating"] else "")
        elif argument["kind"] == "option":
            text = "Fl -%s Ar %s" % (name["name"], escaped(value))
        else:
            text = "Fl " + ("-" if name["kind"] == "long" else "") + name["name"]
        result.append((".Op " if argument["isOptional"] else ".") + text)
    return result


def shown(command):
    """The arguments that are no command's in particular left out."""
    general = {"help", "version"}
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]
            and (argument.get("preferredName") or {}).get("name") not in general]


def leaves(command, path):
    """Every command that does something, with the words that call it."""
    path = path + [command["commandName"]]
    children = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
    if not children:
        yield path, command
        return
    if len(path) > 1:
        yield path, dict(command, arguments=[])
    for child in children:
        yield from leaves(child, path)


def commands(root):
    result = []
    for path, command in leaves(root, []):
        result.append(".Ss " + " ".join(path[1:]))
        arguments = shown(command)
        isGroup = bool(command.get("subcommands"))
        if not isGroup:
            result += [".Bd -ragged -compact"] + synopsis(path, command) + [".Ed", ".Pp"]
        result += sentences(command.get("abstract", ""))
        if command.get("discussion"):
            result += blocks(command["discussion"], isFirst=False)
        if arguments:
            result.append(".Bl -tag -width 6n")
            for argument in arguments:
                result.append(option(argument))
                text = argument.get("abstract", "")
                if argument.get("defaultValue") and "default" not in text:
                    text += " The default is %s." % argument["defaultValue"]
                result += sentences(text) or [r"\&"]
            result.append(".El")
    return result


def exit_status(path):
    """The table of the exit codes, which has its own document."""
    result = [".Bl -tag -width 6n"]
    for row in open(path, encoding="utf-8"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        if len(cells) >= 2 and cells[0].isdigit():
            text = plain(cells[1])
            result += [".It " + cells[0]] + sentences(text[0].upper() + text[1:] + ".")
    return result + [".El"]


def plain(text):
    """Text without the marks of Markdown."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace(r"\|", "|")


ENVIRONMENT = [
    ("CHATELAINE_HOME", "An absolute path in place of the usual directories: files in data, the socket of the agent in run. "
     "The system service is not asked then."),
    ("CHATELAINE_TOKEN_FILE", "A file with a token in its first line, which opens one access group. "
     "It is a regular file of yours, or of root, without permissions for group and others."),
    ("CHATELAINE_TOKEN", "The token itself, if the other is not set."),
    ("CHATELAINE_LOG", "If it is stderr, programs that call the functions of Security write the reason of each failure to standard error."),
    ("NO_COLOR", "If it is set and not empty, nothing is coloured."),
    ("VISUAL , Ev EDITOR", "The editor of vault edit."),
    ("XDG_DATA_HOME , Ev XDG_RUNTIME_DIR , Ev XDG_CONFIG_HOME", "The directories of files, of the agent's socket, and of settings and units for systemd."),
]

FILES = [
    ("~/.local/share/chatelaine", "The keychain, the vaults, the copies of deleted vaults, and the device key."),
    ("~/.config/chatelaine", "Settings."),
    ("/run/user/UID/chatelaine/agent.socket", "The place where the agent listens."),
    ("/run/chatelaine/agent.socket", "The place where the system service listens."),
    ("share/doc/chatelaine", "Documents, under the prefix of the installation."),
]


def main():
    tool = json.load(sys.stdin)["command"]
    abstract = tool["abstract"].rstrip(".")
    result = [
        r'.\" Made by Scripts/make-manual.sh from the definitions of the commands: change those, not this.',
        ".Dd $Mdocdate$", ".Dt CHATELAINE 1", ".Os", ".Sh NAME", ".Nm chatelaine",
        ".Nd " + escaped(abstract[0].lower() + abstract[1:]),
        ".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar argument ...", ".Nm", ".Fl -version", ".Nm", ".Fl -help",
        ".Sh DESCRIPTION"]
    result += blocks(tool["discussion"])
    result += [
        ".Pp", "Every command has", ".Fl -help ,", "which says how it is used.", ".Sh COMMANDS"]
    result += commands(tool)
    result += [".Sh ENVIRONMENT", ".Bl -tag -width 6n"]
    for name, text in ENVIRONMENT:
        result += [".It Ev " + name] + sentences(text)
    result += [".El", ".Sh FILES", ".Bl -tag -width 6n"]
    for name, text in FILES:
        result += [".It Pa " + name] + sentences(text)
    result += [".El", ".Pp", ".Xr chatelaine 5", "describes each of them.", ".Sh EXIT STATUS"]
    result += exit_status(sys.argv[1])
    result += [
        ".Pp", "These numbers keep their meaning.", ".Sh SEE ALSO", ".Xr systemctl 1 ,", ".Xr chatelaine 5 ,", ".Xr pam 8"]
    print("\n".join(result))


main()
