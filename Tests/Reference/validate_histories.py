#!/usr/bin/env python3
"""Hold files of exports against metrics/run-history.schema.json. Needs jsonschema 4 (Debian: python3-jsonschema).

    validate_histories.py [--strict] [--schema FILE] FILE_OR_FOLDER...

One line for each value of a file that is accepted, and one for each place that is not, in the words of `freshness
ingest`:

    a.json: line 1: accepted, 1 export
    b.ndjson: line 4, entry 29: refused: at is missing
    c.json: device 17, entry 2: set aside: bucket is not a bucket's code or name

What is refused costs its entry or its export; what is set aside costs only that value. An export with entries of which
none can be used is refused itself, once, and its entries are not named. A run over 5 minutes later than its own export is
not named; it counts only where it makes an export one of which no entry can be used. A folder stands for the files in it
that the program would read; each is looked at, also where several are equal and the program speaks of one. Exit code: 0
where nothing is refused (with --strict: nothing set aside either), 1 where something is, 2 for a wrong call or where
jsonschema is missing.
"""
import argparse, datetime, gzip, json, os, re, sys, zlib
from decimal import Decimal
from zoneinfo import ZoneInfo

import reference

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("validate_histories.py: jsonschema 4 is needed (Debian: python3-jsonschema)", file=sys.stderr)
    sys.exit(2)

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../metrics/run-history.schema.json")
ENDINGS = re.compile(r"\.(json|ndjson|jsonl)(\.gz)?$", re.IGNORECASE)
DEEPEST = 64


# ---------------------------------------------------------------- a file's values


def number(text):
    """Not a float: 1e400 is larger than any time."""
    return Decimal(text)


def whole(text):
    return int(text) if len(text) < 4_000 else Decimal(text)


def constant(word):
    raise ValueError(f"{word} is not JSON")


def by_value(pairs):
    """An object in which 1.0 is 1; but for a device, whose digits count: 12.0 is none."""
    return {
        key: int(value) if key != "device" and isinstance(value, Decimal) and is_whole(value) else value
        for key, value in pairs}


def is_whole(value):
    return value.adjusted() < 30 and value == value.to_integral_value()


DECODER = json.JSONDecoder(parse_float=number, parse_int=whole, parse_constant=constant,
                           object_pairs_hook=by_value)           # the last of a repeated key
SPACE = re.compile(r"[ \t\r\n]*")


class Refused(Exception):
    """A file of which nothing can be used."""


def text_of(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":                                  # what a file is shows in its first bytes
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            raise Refused("a damaged gzip file")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or len(data) > 1 and (data[0] == 0) != (data[1] == 0):
        raise Refused("UTF-16 text")
    text = data.decode("utf-8", "surrogateescape")               # a byte that is not UTF-8 becomes a lone surrogate
    return text[1:] if text.startswith("\ufeff") else text


def values(text):
    """Each value with its line from 1; instead of the value a Refused where it cannot be read."""
    place, line, counted = 0, 1, 0
    while True:
        place = SPACE.match(text, place).end()
        if place == len(text):
            return
        line, counted = line + text.count("\n", counted, place), place
        start = text.rfind("\n", 0, place) + 1
        indentation = text[start:place] if not text[start:place].strip(" \t") else None
        try:
            value, place = DECODER.raw_decode(text, place)
            yield line, Refused("values nested deeper than 64") if is_too_deep(value) else value
        except (ValueError, RecursionError):
            # Reading goes on at the next line that opens an object behind the same white space.
            pattern = r"\n[ \t]*\{" if indentation is None else rf"\n{re.escape(indentation)}\{{"
            following = re.compile(pattern).search(text, place)
            yield line, Refused("text that is not JSON" + ("" if following else ", or a file that is cut"))
            if not following:
                return
            place = following.start() + 1


def is_too_deep(value):
    rest = [(value, 1)]
    while rest:
        item, depth = rest.pop()
        if depth > DEEPEST and isinstance(item, (dict, list)):
            return True
        rest += [(inner, depth + 1) for inner in (item.values() if isinstance(item, dict) else item if isinstance(item, list) else [])]
    return False


def is_damaged(value):
    """Whether there is a byte that is not UTF-8 or half of a surrogate pair in it: that much a schema does not see."""
    if isinstance(value, str):
        return any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, dict):
        return any(is_damaged(key) or is_damaged(inner) for key, inner in value.items())
    return isinstance(value, list) and any(is_damaged(inner) for inner in value)


def carries_date(name):
    """Whether a file's name dates its exports: it has just one date in it. A day of 2040 ends after the last time
    that counts, 2040-01-01 00:00 UTC."""
    dates = set()
    for year, _, month, day in re.findall(r"(?<![0-9])([0-9]{4})([-_.]?)([0-9]{2})\2([0-9]{2})(?![0-9])", name):
        if 2015 <= int(year) <= 2039 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            dates.add((int(year), int(month), int(day)))
    try:
        return len(dates) == 1 and datetime.date(*dates.pop()) is not None
    except ValueError:
        return False


# ---------------------------------------------------------------- a value and the schema


def place_of(error, line, before):
    """Where it is, as the program says it, and which field it is about."""
    path = list(error.absolute_path)
    where = f"line {line}"
    if path[:1] == ["devices"] and len(path) > 1:
        where, path = f"device {before + path[1]}", path[2:]
    elif path and isinstance(path[0], int):
        where, path = f"device {before + path[0]}", path[1:]
    if path[:1] == ["history"] and len(path) > 1:
        where, path = f"{where}, entry {path[1]}", path[2:]
    return where, path[0] if path else None


def complaint(error):
    """What is wrong, without a word of what stands there."""
    field = place_of(error, 0, 0)[1]
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return f"{missing[0]} is missing"
    schema = error.schema if isinstance(error.schema, dict) else {}
    if error.validator == "anyOf" and field is None:
        # An entry's or a value's own rule: the first way to keep it says what it is.
        schema = DEFINITIONS.get(schema["anyOf"][0].get("$ref", "").rpartition("/")[2], schema)
    return f"{field or 'it'} is not {schema.get('title', 'what it should be')}"


DEFINITIONS = {}


class Contract:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            schema = DECODER.decode(file.read())                 # its limits are exact, too
        Draft202012Validator.check_schema(schema)
        DEFINITIONS.update(schema["$defs"])
        dated = {**schema, "allOf": [{"$ref": "#/$defs/dated"}]}
        full = {**schema, "$defs": {**schema["$defs"], "setAside": False}}
        self.taken, self.taken_undated = Draft202012Validator(schema), Draft202012Validator(dated)
        self.read_in_full = Draft202012Validator(full)

    def problems(self, value, line, before, name):
        """(place, kind, what) of all that is not read in full; what is said of a whole is not said of its parts."""
        taken = self.taken if carries_date(name) else self.taken_undated
        found = [] if self.read_in_full.is_valid(value) and taken.is_valid(value) else self.faults(taken, value, line, before)
        exports = exports_of(value, line, before)
        damaged = [where for where, export, _ in exports if is_damaged(export)]
        refused = {where for where, kind, _ in found if kind == "refused"}.union(damaged)
        found += [(where, "set aside", what) for where, what in set_aside_by_exponent(exports)
                  if not {where, export_of(where)} & refused]
        unread = [where for where, export, envelope_time in exports
                  if where not in refused and reads_none(where, export, envelope_time, name, refused)]
        found = [(where, kind, what) for where, kind, what in found if export_of(where) not in unread + damaged]
        found += [(where, "refused", "bytes that are not UTF-8, or half of a surrogate pair") for where in damaged]
        return found + [(where, "refused", "none of its entries can be read") for where in unread]

    def faults(self, taken, value, line, before):
        refused = [place_of(error, line, before) + (complaint(error),) for error in taken.iter_errors(value)]
        # An entry that is refused is gone, and an export but for a fault of its `lastRunAt`.
        gone = {where for where, field, _ in refused if is_entry(where) or field != "lastRunAt"}
        aside = [place_of(error, line, before) + (complaint(error),) for error in self.read_in_full.iter_errors(value)]
        found = [(where, "refused", what) for where, _, what in refused if export_of(where) not in gone - {where}]
        found += [
            (where, "set aside", what) for where, _, what in aside
            if not {where, export_of(where)} & gone and (where, "refused", what) not in found]
        return list(dict.fromkeys(found))


def exports_of(value, line, before):
    """(place, export, the envelope's time) of each."""
    is_envelope = isinstance(value, dict) and isinstance(value.get("devices"), list) and "device" not in value
    if not is_envelope and not isinstance(value, list):
        return [(f"line {line}", value, None)]
    exports, time = (value["devices"], value.get("exportedAt")) if is_envelope else (value, None)
    return [(f"device {before + index}", export, time) for index, export in enumerate(exports)]


def set_aside_by_exponent(exports):
    """(place, what) of texts with an exponent that are no whole number within the limits: a schema does no sums with texts."""
    for where, export, _ in exports:
        if not isinstance(export, dict):
            continue
        for field, least, most, what in (
                ("bucket", *BUCKET_LIMITS), ("lastBucket", *BUCKET_LIMITS), ("historyLimit", -1, 4294967295, "a whole number")):
            if is_beyond(export.get(field), least, most):
                yield where, f"{field} is not {what}"
        history = export.get("history")
        for index, entry in enumerate(history if isinstance(history, list) else []):
            if isinstance(entry, dict) and is_beyond(entry.get("bucket"), *BUCKET_LIMITS[:2]):
                yield f"{where}, entry {index}", f"bucket is not {BUCKET_LIMITS[2]}"


BUCKET_LIMITS = (-32768, 32766, "a bucket's code or name")
WITH_EXPONENT = re.compile(r"-?[0-9]+(\.[0-9]+)?[eE][+-]?[0-9]+")


def is_beyond(value, least, most):
    """Whether this is a number with an exponent as a text, and no whole one from least to most."""
    if not isinstance(value, str) or not WITH_EXPONENT.fullmatch(value):
        return False
    number = Decimal(value)
    return not (number.adjusted() < 30 and number == number.to_integral_value() and least <= number <= most)


def reads_none(where, export, envelope_time, name, refused):
    """Whether an export has entries, and each is refused or too late."""
    history = export.get("history") if isinstance(export, dict) else None
    if not isinstance(history, list) or not history:
        return False
    own = [moment(export.get("exportedAt")), moment(envelope_time), reference.Store(ZoneInfo("UTC")).name_time(name)]
    exported_at = next((time for time in own if time is not None), None)
    if exported_at is None:
        return False
    return all(
        f"{where}, entry {index}" in refused or not happened_by(exported_at, entry) for index, entry in enumerate(history))


def happened_by(exported_at, entry):
    """Whether an entry's time is one, no later than its export; of some texts a schema cannot tell."""
    at = moment(entry.get("at"))
    return at is not None and at <= exported_at + reference.AHEAD


def moment(value):
    """Milliseconds since 1970, None where it is no time."""
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        value = reference.Num(value)
    return reference.optional_time(value.upper() if isinstance(value, str) and not isinstance(value, reference.Num) else value)


def is_entry(where):
    return export_of(where) != where


def export_of(where):
    return where.partition(", entry ")[0]


def exports_in(value):
    if isinstance(value, list):
        return len(value)
    if isinstance(value, dict) and isinstance(value.get("devices"), list) and "device" not in value:
        return len(value["devices"])
    return 1


def check(contract, path):
    """Prints what is to be said of a file, and returns the kinds of trouble that it has."""
    name = os.path.basename(path)
    kinds, count, total, elements = set(), 0, 0, 0

    def say(where, what):
        print(f"{path}: {where}: {what}" if where else f"{path}: {what}")

    try:
        text = text_of(path)
        for line, value in values(text):
            count += 1
            if isinstance(value, Refused):
                kinds.add("refused")
                say(f"line {line}", f"refused: {value}")
                continue
            found = contract.problems(value, line, elements, name)
            exports = exports_in(value)
            total += exports
            is_list = isinstance(value, list) or isinstance(value, dict) and "devices" in value
            elements += exports if is_list else 0
            for where, kind, what in found:
                kinds.add(kind)
                say(where, f"{kind}: {what}")
            if not found:
                say(f"line {line}", f"accepted, {exports} export{'' if exports == 1 else 's'}")
        if count == 0:
            raise Refused("an empty file")
        if total == 0 and "refused" not in kinds:
            raise Refused("a list without an export")
    except Refused as refusal:
        kinds.add("refused")
        say(None, f"refused: {refusal}")
    return kinds


def files(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for name in sorted(os.listdir(path)):
            if ENDINGS.search(name) and not name.startswith(".") and os.path.isfile(os.path.join(path, name)):
                yield os.path.join(path, name)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--strict", action="store_true", help="exit with 1 for what is set aside, too")
    options.add_argument("--schema", default=SCHEMA, help="another schema (default: metrics/run-history.schema.json)")
    options.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER")
    given = options.parse_args()
    try:
        contract = Contract(given.schema)
        kinds = set()
        for path in files(given.paths):
            kinds |= check(contract, path)
    except OSError as error:
        print(f"validate_histories.py: {error}", file=sys.stderr)
        return 2
    return 1 if kinds & ({"refused", "set aside"} if given.strict else {"refused"}) else 0


if __name__ == "__main__":
    sys.exit(main())
