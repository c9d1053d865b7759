#!/usr/bin/env python3
"""Write the manual page of freshness, docs/freshness.1, from the program's own help.

The page is printed to standard output. What all commands have in common is written once. Nothing but the program and
Python's standard library is needed, and the same program gives the same page, byte for byte:

    scripts/make_man.py .build/release/freshness > docs/freshness.1
"""

import re
import subprocess
import sys

SECTIONS = {"OVERVIEW", "USAGE", "COMMANDS", "ARGUMENTS", "OPTIONS", "EXIT CODES"}


def output(program, *arguments):
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE).stdout.decode()


def sections(text):
    """A help's sections by their names: OVERVIEW and USAGE are paragraphs, what follows the last list is AFTER."""
    found = {}
    name = ""
    for paragraph in text.strip("\n").split("\n\n"):
        head, _, rest = paragraph.partition(":")
        if head in SECTIONS:
            name, paragraph = head, rest.lstrip(" ").removeprefix("\n")
        elif name != "OVERVIEW":
            name = "AFTER"
        found.setdefault(name, []).append(paragraph)
    return found


def entries(found, name):
    """The terms of a list and what is said of each; a line that stands further in goes on with the one before."""
    terms = []
    for line in "\n".join(found.get(name, [])).split("\n"):
        match = re.fullmatch(r"  (\S.*?)  +(\S.*)", line)
        if match:
            terms.append([match[1], match[2]])
        elif line:
            if not terms:
                raise ValueError(f"no term before the line: {line}")
            terms[-1][1] += " " + line.strip()
    return [tuple(term) for term in terms]


def escaped(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha").replace('"', "\\(dq")


def prose(text):
    """Lines of running text; what is between backquotes is set in bold."""
    parts = " ".join(text.split()).split("`")
    shown = "".join(escaped(part) if index % 2 == 0 else f"\\fB{escaped(part)}\\fP" for index, part in enumerate(parts))
    # A line that begins with one of these would be a request.
    return "\\&" + shown if shown[:1] in (".", "'") else shown


def call(text):
    """Words of a call: what stands for a value, in capitals, in italics, and what is typed as it is in bold."""
    return re.sub(
        r"[^\s\[\],]+", lambda word: f"\\f{'I' if word[0].isupper() else 'B'}{escaped(word[0])}\\fP", text
    )


def listed(terms):
    return [line for term, text in terms for line in (".TP", call(term), prose(text))]


def paragraphs(texts):
    return [line for text in texts for line in (".PP", prose(text))]


def command_page(name, found, common):
    lines = [f".SS {name}", ".PP", call(" ".join(found["USAGE"]))]
    lines += paragraphs(found["OVERVIEW"])
    lines += listed(entries(found, "ARGUMENTS"))
    lines += listed(entry for entry in entries(found, "OPTIONS") if entry not in common)
    lines += paragraphs(["Exit codes:"])
    for code, text in entries(found, "EXIT CODES"):
        lines += [f".IP {code} 4", prose(text)]
    return lines


def page(program):
    whole = sections(output(program, "help"))
    names = [name for name, _ in entries(whole, "COMMANDS") if name != "help"]
    helps = {name: sections(output(program, "help", name)) for name in names}
    common = [
        entry
        for entry in entries(helps[names[0]], "OPTIONS")
        if all(entry in entries(help, "OPTIONS") for help in helps.values())
    ]
    own = entries(whole, "OPTIONS")
    purpose = " ".join(whole["OVERVIEW"][0].split()).rstrip(".")
    lines = [
        '.\\" Made by scripts/make_man.py from the help of the program. Do not edit.',
        f'.TH FRESHNESS 1 "" "{output(program, "--version").strip()}" "User Commands"',
        # Paths are neither broken nor spaced out.
        ".nh",
        ".ad l",
        ".SH NAME",
        f"freshness \\- {prose(purpose[:1].lower() + purpose[1:])}",
        ".SH SYNOPSIS",
        call(" ".join(whole["USAGE"])),
        ".SH DESCRIPTION",
    ]
    lines += paragraphs(whole["OVERVIEW"] + whole["AFTER"])
    lines += [".SH COMMANDS"]
    for name in names:
        lines += command_page(name, helps[name], common)
    lines += [".SH OPTIONS", ".SS Options of every command"]
    lines += listed(entry for entry in common if entry[0] not in dict(own))
    lines += [".SS Options of the program"]
    lines += listed(own)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} PROGRAM")
    sys.stdout.write(page(sys.argv[1]))
