#!/usr/bin/env python3
"""The definitions of metrics/README.md once more, independently of the program. Standard library only; clarity over speed.

    reference.py FOLDER... [--night FOLDER]... --week 2026-W39 [--as-of TIME] [--zone UTC] [--app X] [--task X]
                 [--now TIME] [--readings] [--refused]

FOLDER holds the export files (or has a bg_runs/ that does). Several folders are the states of one folder on successive
nights: what any of them told is known, and the last one is what stands there now. --readings adds one line per reading
of both windows; --refused lists every refusal of the last folder; --now replaces the clock (only matters for a week
that is not over).

Where the definitions leave room, this is how they are read here:

 1. Entries later than their export are among those that could not be read: an export with no other entries is refused,
    once, and its entries are not counted beside it. So is one whose history is neither a list nor null nor "".
 2. An object that carries `at`, `success` or `outcome`, and neither `history` nor `lastRunAt` (absent, or with nothing in
    them), is one run of an event stream: refused, not a device that never ran. So is a list of exports under another
    key than `devices`, which counts as often as it has elements.
 3. The facts of an export are its moment and what it says of each field of the definitions, with unknown as one value,
    the set of the runs that it tells, and the number of its entries. Their order, their spelling, the file and unknown
    fields are none.
 4. A file is its bytes, and the date in its name where an export in it is dated by that. Equal files count once, and so
    do their refusals. Only files of the last folder are files; the exports and runs of the other ones count.
 5. What an export tells of a run that happened before the window's end and that no earlier export told is known of the
    device in section 2 ("all that is known"), also where the telling is later than the cut-off. Only the counts of
    section 4 leave such runs out.
 6. A run counts in a window by the earlier of its `at` and its first telling. It is in conflict where any two exports
    that told it differ, whenever they were made.
 7. Of the exports of one device at the same moment, the one with a bucket, the smaller bucket, gives the reading's.
 8. Bucket codes as text are whole numbers; 40.0 and 4e1 are 40 as numbers only. So for yes and no: 1.0 is yes, "1.0" is
    nothing. "true" and "false" are read in lower case.
 9. Counts of the input (section 4) are not narrowed by --app and --task.
"""
import argparse, datetime as dt, functools, gzip, hashlib, json, os, re, sys, zlib
from collections import Counter, namedtuple
from decimal import Decimal, ROUND_HALF_UP
from zoneinfo import ZoneInfo

HOUR = 3_600_000
DAY = 24 * HOUR
SLO = {"p50Hours": 24, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12}

# ---------------------------------------------------------------- section 1: JSON with the numbers' own text


class Num(str):
    """A JSON number, kept as the text it was written in."""


def _no_constant(word):
    raise ValueError(f"{word} is not JSON")


DECODER = json.JSONDecoder(parse_int=Num, parse_float=Num, parse_constant=_no_constant)   # a repeated key: the last counts
SPACE = re.compile(r"[ \t\r\n]*")


def skip(text, i):
    return SPACE.match(text, i).end()


def has_surrogate(value):
    if isinstance(value, str):
        return any(0xD800 <= ord(c) <= 0xDFFF for c in value)
    if isinstance(value, list):
        return any(has_surrogate(v) for v in value)
    if isinstance(value, dict):
        return any(has_surrogate(k) or has_surrogate(v) for k, v in value.items())
    return False


# ---------------------------------------------------------------- section 1: time

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
LOW = 1420070400000                 # 2015-01-01T00:00:00Z in milliseconds, inclusive
HIGH = 2208988800000                # 2040-01-01T00:00:00Z, inclusive
APPLE = Decimal(978307200)          # 2001-01-01T00:00:00Z
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
ISO = re.compile(r"([0-9]{4})(-?)([0-9]{2})\2([0-9]{2})[T ]"
                 r"([0-9]{2})(?::?([0-9]{2}))(?::?([0-9]{2})(?:[.,]([0-9]+))?)?"
                 r" ?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)")


class Unreadable(ValueError):
    pass


class Refused(Exception):
    """An entry that is refused, and its time where that could be read."""

    def __init__(self, kind, at=None):
        self.kind, self.at = kind, at


def to_ms(seconds):
    """Stored to the nearest millisecond."""
    return int((seconds * 1000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


@functools.cache                                                        # each export tells most of its runs again
def read_number_time(text):
    value = Decimal(text)
    if abs(value) > 10**20:
        raise Unreadable("time outside 2015..2040")
    for seconds in (lambda v: v, lambda v: v / 10**3, lambda v: v / 10**6, lambda v: v / 10**9, lambda v: v + APPLE):
        if LOW <= to_ms(seconds(value)) <= HIGH:
            return to_ms(seconds(value))
    raise Unreadable("time outside 2015..2040")


@functools.cache                                                        # each export tells most of its runs again
def read_iso_time(text):
    m = ISO.fullmatch(text)
    if not m:
        raise Unreadable("time not readable")
    year, _, month, day, hour, minute, second, fraction, offset = m.groups()
    try:
        when = dt.datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=dt.timezone.utc)
    except ValueError:
        raise Unreadable("time not readable")
    shift = 0
    if offset != "Z":
        oh, om = int(offset[1:3]), int(offset[3:].lstrip(":") or 0)
        if oh > 23 or om > 59:
            raise Unreadable("time not readable")
        shift = (oh * 3600 + om * 60) * (-1 if offset[0] == "-" else 1)
    seconds = Decimal((when - EPOCH) // dt.timedelta(seconds=1)) - shift + Decimal("0." + (fraction or "0"))
    if not LOW <= to_ms(seconds) <= HIGH:
        raise Unreadable("time outside 2015..2040")
    return to_ms(seconds)


def read_time(value):
    """Milliseconds since 1970; raises Unreadable."""
    if isinstance(value, Num):
        return read_number_time(value)
    if isinstance(value, str):
        return read_number_time(value) if NUMBER.fullmatch(value) else read_iso_time(value)
    raise Unreadable("time not readable")


def optional_time(value):
    """0, -1, "" and null mean unknown (none is a readable time); what cannot be read counts as unknown too."""
    try:
        return read_time(value)
    except Unreadable:
        return None


def nothing(value):
    """The values by which recorders say that they had nothing."""
    return value is None or value == "" or isinstance(value, str) and NUMBER.fullmatch(value) is not None and Decimal(value) in (0, -1)


# ---------------------------------------------------------------- section 1: the other fields

BUCKETS = {5: "exempted", 10: "active", 20: "working_set", 30: "frequent", 40: "rare", 45: "restricted", 50: "never"}
BUCKET_CODES = {name: code for code, name in BUCKETS.items()}


def read_whole(value):
    """A number that is whole by its value, as 1.0 and 1e1 are; else None."""
    if not isinstance(value, Num):
        return None
    number = Decimal(value)
    if number != 0 and not 0 <= number.adjusted() < 18:                 # between -1 and 1, or larger than any code
        return None
    return int(number) if number == number.to_integral_value() else None


def read_integer(value):
    """A whole number, or an integer as text; else None."""
    if isinstance(value, Num):
        return read_whole(value)
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value) else None


def read_bucket(value):
    """An integer or None. Names in any case."""
    code = read_integer(value)
    return BUCKET_CODES.get(value.lower()) if code is None and isinstance(value, str) else code


def read_flag(value):
    """True, False or None. A number means its value."""
    if isinstance(value, Num):
        return {1: True, 0: False}.get(read_whole(value))
    if value is True or value == "true":
        return True
    if value is False or value == "false":
        return False
    return None


OUTCOMES = ("success", "failed", "expired", "skipped", "retry", "killed")


def ascii_lower(text):
    return "".join(c.lower() if c.isascii() else c for c in text)


def read_outcome(value):
    """One of the words, in any case of letters, or None."""
    word = ascii_lower(value) if isinstance(value, str) and not isinstance(value, Num) else None
    return word if word in OUTCOMES else None


def read_success(entry):
    """success or outcome; both given and disagreeing: unknown."""
    by_flag = read_flag(entry.get("success"))
    word = read_outcome(entry.get("outcome"))
    by_word = None if word is None else word == "success"
    if by_flag is not None and by_word is not None and by_flag != by_word:
        return None
    return by_flag if by_flag is not None else by_word


def text_or_none(value):
    return value if isinstance(value, str) and not isinstance(value, Num) else None


# ---------------------------------------------------------------- section 1: files, exports, entries

AHEAD = 5 * 60_000                  # how far a run may be later than the export that tells it

# One telling of one run by one export
Telling = namedtuple("Telling", "exported_at success bucket low_power scheduled_at word reason")

# All the facts that an export states. tellings: a frozenset of ((app, device, task, at), Telling); entries: how many its
# history has; refused: the times of its refused entries, None where the time could not be read; limit: historyLimit
Export = namedtuple("Export", "key platform exported_at bucket last_scheduled_at installed_at limit version arm entries tellings refused")
Refusal = namedtuple("Refusal", "file place kind of_entry")

def other_lists(value):
    """(key, number of elements) of the lists of exports that an object has under other keys than devices."""
    if "device" in value or isinstance(value.get("devices"), list):
        return []
    def lists(members):
        return {k: v for k, v in members.items() if k != "history" and isinstance(v, list) and v and isinstance(v[0], dict)}
    found = dict(lists(value))
    for key, inner in value.items():
        if isinstance(inner, dict) and key not in ("history", "at", "success", "outcome"):
            found.update({f"{key}.{k}": v for k, v in lists(inner).items() if "device" in v[0]})
    of_exports = [(key, len(v)) for key, v in found.items() if "device" in v[0]]
    own = lists(value)
    if of_exports or len(own) != 1 or {"history", "at", "success", "outcome"} & set(value):
        return of_exports
    (key, only), = own.items()
    return [] if {"at", "success", "outcome"} & set(only[0]) else [(key, len(only))]


ENDINGS = re.compile(r"[^.].*\.(json|ndjson|jsonl)(\.gz)?", re.IGNORECASE)
NOTHING_READ = "no entry of the history could be read"


def files_in(folder):
    """The names of the files that are read; those that begin with a dot and those that end otherwise are passed over."""
    return [name for name in sorted(os.listdir(folder)) if ENDINGS.fullmatch(name) and os.path.isfile(os.path.join(folder, name))]


class File:
    """What one file holds."""

    def __init__(self, name):
        self.name = name
        self.exports = set()
        self.refusals = []
        self.dated_by_name = False   # whether an export in it is


class Store:
    """All that was ever read. It only grows, but for `present`: the files of the last folder."""

    def __init__(self, zone):
        self.zone = zone
        self.exports = set()
        self.told = {}               # (app, device, task, at) -> {Telling}
        self.present = {}            # what a file is -> File
        self.from_name = set()       # exports dated by a file's name
        self.file = None             # the one that is being read

    def refuse(self, place, kind, of_entry=False):
        self.file.refusals.append(Refusal(self.file.name, place, kind, of_entry))

    def read_night(self, folder):
        """The state of the folder on one night: files that are gone since the last one leave what they told."""
        inner = os.path.join(folder, "bg_runs")
        folder = inner if os.path.isdir(inner) else folder
        self.present = {}
        for name in files_in(folder):
            with open(os.path.join(folder, name), "rb") as f:
                data = f.read()
            self.file = File(name)
            self.read_file(data)
            for export in self.file.exports:
                self.exports.add(export)
                for identity, telling in export.tellings:
                    self.told.setdefault(identity, set()).add(telling)
            date = self.name_time(name) if self.file.dated_by_name else None
            self.present.setdefault((hashlib.sha256(data).digest(), date), self.file)

    # -- a file

    def read_file(self, data):
        if data[:2] == b"\x1f\x8b":                                     # what a file is shows in its first bytes
            try:
                data = gzip.decompress(data)
            except (OSError, EOFError, zlib.error):
                return self.refuse("file", "compressed file fails its check")
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return self.refuse("file", "UTF-16")
        if data[:3] == b"\xef\xbb\xbf":
            data = data[3:]
        text = data.decode("utf-8", "surrogateescape")                  # a bad byte becomes a surrogate, refused below
        self.plain = text.isascii() and "\\u" not in text               # or there can be none
        i = skip(text, 0)
        if i == len(text):
            return self.refuse("file", "empty file")
        if text[i] == "[":
            self.read_array(text, i, None)
            return
        while i < len(text):                                            # one object after another
            i = self.read_top(text, i)
            i = skip(text, i)

    def read_top(self, text, i):
        """One object in a row of objects; where it is bad, that line is refused and the next line that starts one is tried."""
        if text[i] == "{":
            try:
                value, end = DECODER.raw_decode(text, i)
            except (ValueError, RecursionError):
                if self.salvage_envelope(text, i):
                    return len(text)
            else:
                lists = other_lists(value)
                if lists:
                    for key, elements in lists:
                        for _ in range(elements):
                            self.refuse(f"char {i}", f"a list of exports under {key}, not devices")
                elif isinstance(value.get("devices"), list) and "device" not in value:
                    self.read_envelope(value)
                else:
                    self.read_export(f"char {i}", value, None)
                return end
        self.refuse(f"char {i}", "not JSON")
        following = re.compile(r"\n\{").search(text, i)
        return following.start() + 1 if following else len(text)

    def read_array(self, text, i, envelope_time):
        """Exports in an array, up to a cut."""
        i, index = skip(text, i + 1), 0
        if text[i:i + 1] == "]":
            i += 1
        else:
            while True:
                try:
                    value, i = DECODER.raw_decode(text, i)
                except (ValueError, RecursionError):
                    return self.refuse(f"element {index}", "not JSON or cut")
                self.read_export(f"element {index}", value, envelope_time)
                i, index = skip(text, i), index + 1
                if text[i:i + 1] == "]":
                    i += 1
                    break
                if text[i:i + 1] != ",":
                    return self.refuse(f"element {index}", "not JSON or cut")
                i = skip(text, i + 1)
        if envelope_time is None and skip(text, i) != len(text):
            self.refuse(f"char {i}", "not JSON")

    def read_envelope(self, value):
        for index, item in enumerate(value["devices"]):
            self.read_export(f"devices[{index}]", item, [value.get("exportedAt")])

    def salvage_envelope(self, text, i):
        """A cut envelope: the exports that were whole before the cut are read. True where it was one."""
        i, exported_at = skip(text, i + 1), None
        try:
            while True:
                key, i = DECODER.raw_decode(text, i)
                i = skip(text, i)
                if not isinstance(key, str) or text[i] != ":":
                    return False
                i = skip(text, i + 1)
                if key == "device":
                    return False
                if key == "devices" and text[i] == "[":
                    self.read_array(text, i, [exported_at])
                    return True
                value, i = DECODER.raw_decode(text, i)
                if key == "exportedAt":
                    exported_at = value
                i = skip(text, i)
                if text[i] != ",":
                    return False
                i = skip(text, i + 1)
        except (ValueError, IndexError, RecursionError):
            return False

    # -- an export

    def name_time(self, name):
        """The last millisecond of the one date in the file's name, in the SLO's zone."""
        found = re.findall(r"(?<![0-9])([0-9]{4})([-_.]?)([0-9]{2})\2([0-9]{2})(?![0-9])", name)
        dates = {(int(year), int(month), int(day)) for year, _, month, day in found}
        dates = {d for d in dates if 2015 <= d[0] <= 2040 and 1 <= d[1] <= 12 and 1 <= d[2] <= 31}
        if len(dates) != 1:
            return None
        try:
            day = dt.date(*dates.pop())
        except ValueError:
            return None
        last = instant(dt.datetime.combine(day + dt.timedelta(days=1), dt.time()), self.zone) - 1
        return last if LOW <= last <= HIGH else None

    def read_export(self, place, value, envelope):
        if not isinstance(value, dict):
            return self.refuse(place, "export is no object")
        if not self.plain and has_surrogate(value):
            return self.refuse(place, "text is not UTF-8 (lone surrogate or bad byte)")
        if value.get("history") in (None, "") and nothing(value.get("lastRunAt")) and {"at", "success", "outcome"} & set(value):
            return self.refuse(place, "one run where an export was expected")
        device = value.get("device")
        if isinstance(device, Num):
            if not re.fullmatch(r"-?[0-9]+", device):
                return self.refuse(place, "device is no string or integer")
        elif not isinstance(device, str):
            return self.refuse(place, "export without device" if device is None else "device is no string or integer")
        device = str(device)                                            # an integer is its exact digits

        exported_at, by_name = value.get("exportedAt"), False           # here,
        if nothing(exported_at) and envelope is not None:
            exported_at = envelope[0]                                   # on the envelope,
        if nothing(exported_at):
            exported_at, by_name = self.name_time(self.file.name), True       # or as the date in the file's name
            if exported_at is None:
                return self.refuse(place, "export without exportedAt")
        else:
            try:
                exported_at = read_time(exported_at)
            except Unreadable as reason:
                return self.refuse(place, f"exportedAt: {reason}")

        history = value.get("history")
        if history is None or history == "":
            history = []
        if not isinstance(history, list):
            return self.refuse(place, "history is no list")

        key = (text_or_none(value.get("app")), device)
        tellings, refused = [], []
        for index, entry in enumerate(history):
            try:
                task, at, telling = self.read_entry(exported_at, entry)
                tellings.append(((*key, task, at), telling))
            except Refused as refusal:
                refused.append((f"{place} entry {index}", refusal))
        if history and not tellings:                                    # nothing is known of it: not that it never ran
            return self.refuse(place, NOTHING_READ)
        if not history:                                                 # lastRunAt instead of history
            at = optional_time(value.get("lastRunAt"))
            if at is not None and at <= exported_at + AHEAD:
                tellings.append(((*key, None, at), Telling(exported_at, True, None, None, None, "success", None)))
            elif at is not None:
                refused.append((f"{place} lastRunAt", Refused("run later than its export", at)))
        for where, refusal in refused:
            self.refuse(where, refusal.kind, of_entry=True)

        platform = text_or_none(value.get("platform"))
        platform = ascii_lower(platform) if platform else "unknown"
        bucket = read_bucket(value.get("bucket"))
        if bucket is None:
            bucket = read_bucket(value.get("lastBucket"))
        limit = read_integer(value.get("historyLimit"))
        export = Export(key, platform, exported_at, bucket, optional_time(value.get("lastScheduledAt")), optional_time(value.get("installedAt")),
                        limit if limit is not None and limit > 0 else 30, text_or_none(value.get("version")), text_or_none(value.get("arm")),
                        len(history), frozenset(tellings),
                        tuple(sorted((r.at for _, r in refused), key=lambda at: at or 0)))
        self.file.exports.add(export)
        if by_name:
            self.file.dated_by_name = True
            self.from_name.add(export)

    def read_entry(self, exported_at, entry):
        """(task, at, Telling); raises Refused."""
        if not isinstance(entry, dict):
            raise Refused("entry is no object")
        if nothing(entry.get("at")):
            raise Refused("entry without at")
        try:
            at = read_time(entry["at"])
        except Unreadable as reason:
            raise Refused(f"at: {reason}")
        task = entry.get("task")
        if task is not None and text_or_none(task) is None:
            raise Refused("task is no text", at)
        if at > exported_at + AHEAD:
            raise Refused("run later than its export", at)
        if entry.get("outcome") not in (None, "") and read_outcome(entry["outcome"]) is None:
            raise Refused("outcome is none of " + ", ".join(OUTCOMES), at)
        success = read_success(entry)
        word = read_outcome(entry.get("outcome")) if success is not None else None
        reason = entry.get("reason")
        reason = str(reason) if isinstance(reason, str) else None
        return task, at, Telling(exported_at, success, read_bucket(entry.get("bucket")), read_flag(entry.get("lowPower")),
                                 optional_time(entry.get("scheduledAt")),
                                 word or {True: "success", False: "not successful", None: "unknown"}[success], reason)


# ---------------------------------------------------------------- section 1: identity

NONE_LAST = 10**30


def preference(t):
    """Told at the same moment: the smallest of these stands."""
    return ({False: 0, None: 1, True: 2}[t.success],
            NONE_LAST if t.bucket is None else t.bucket,
            {True: 0, False: 1, None: 2}[t.low_power],
            NONE_LAST if t.scheduled_at is None else t.scheduled_at, t.word)


def standing(tellings):
    latest = max(t.exported_at for t in tellings)                       # the one exported later stands;
    return min((t for t in tellings if t.exported_at == latest), key=preference)   # at the same moment, the value decides


def full_value(t):
    return (t.word, t.bucket, t.low_power, t.scheduled_at)


# What is known of one run. at: its own time; first: the moment of the first export that told it; counts_at: the earlier of
# the two, since it cannot have happened later than that; value: the Telling that stands
Run = namedtuple("Run", "at task first counts_at value conflict")


def known_run(identity, tellings):
    """Least, greatest, or: joins, so that order and repetition change nothing."""
    _, _, task, at = identity
    first = min(t.exported_at for t in tellings)
    return Run(at, task, first, min(at, first), standing(tellings), len({full_value(t) for t in tellings}) > 1)


# ---------------------------------------------------------------- section 2: weeks and windows


def instant(local, zone):
    """Milliseconds of a naive local time. In a gap: as with the offset before it; told twice: the first."""
    return (local.replace(tzinfo=zone) - EPOCH) // dt.timedelta(milliseconds=1)


def local_time(ms, zone):
    return (EPOCH + dt.timedelta(milliseconds=ms)).astimezone(zone).replace(tzinfo=None)


def show(ms):
    when = EPOCH + dt.timedelta(milliseconds=ms)
    return when.strftime("%Y-%m-%dT%H:%M:%S") + (f".{ms % 1000:03d}" if ms % 1000 else "") + "Z"


def week_monday(week):
    m = re.fullmatch(r"([0-9]{4})-W([0-9]{2})", week)
    try:
        return dt.datetime.combine(dt.date.fromisocalendar(int(m[1]), int(m[2]), 1), dt.time())
    except (TypeError, ValueError):
        raise SystemExit(f"reference: no such week: {week}")


# ---------------------------------------------------------------- section 2: readings

Reading = namedtuple("Reading", "key exported_at staleness ran24 label window_runs past")


def latest_of(past):
    """The latest runs: several where they count at the same moment."""
    last = max((r.counts_at for r in past), default=None)
    return [r for r in past if r.counts_at == last]


def bucket_label(platform, export, past):
    """past: the device's runs at or before E."""
    latest = latest_of(past)
    if platform == "ios":
        flags = [r.value.low_power for r in latest]
        return "low_power" if True in flags else "normal" if False in flags else "none"
    code = export.bucket                                                # from the export,
    if code is None:                                                    # else from the latest run at or before E
        code = min((r.value.bucket for r in latest if r.value.bucket is not None), default=None)
    return "none" if code is None else BUCKETS.get(code, f"unknown({code})")


def readings(exports, runs_of, start, end):
    by_device = {}
    for e in exports:
        if start <= e.exported_at < end:                                # [week's start, T)
            by_device.setdefault(e.key, []).append(e)
    out = []
    for key, theirs in by_device.items():
        last = max(e.exported_at for e in theirs)                       # its last export in the window
        export = min((e for e in theirs if e.exported_at == last),
                     key=lambda e: (e.bucket is None, e.bucket or 0, e.platform))
        E = export.exported_at
        past = [r for r in runs_of.get(key, []) if r.counts_at <= E]
        successes = [r.counts_at for r in past if r.value.success is True]
        staleness = E - max(successes) if successes else None           # None is never
        ran24 = any(E - DAY < r.counts_at <= E for r in past)
        window_runs = [r for r in past if start <= r.counts_at]
        out.append(Reading(key, E, staleness, ran24, f"{export.platform}/{bucket_label(export.platform, export, past)}", window_runs, past))
    return out


# ---------------------------------------------------------------- section 3: figures

NEVER = 10**18                                                          # ranked after every number


def hours(ms):
    return None if ms is None else round(ms / HOUR, 6)


def figures(rs):
    n = len(rs)
    ranked = sorted(NEVER if r.staleness is None else r.staleness for r in rs)
    p50 = ranked[(50 * n + 99) // 100 - 1] if n else None
    p90 = ranked[(90 * n + 99) // 100 - 1] if n else None
    ran24 = sum(r.ran24 for r in rs)
    known = [run for r in rs for run in r.window_runs if run.value.success is not None]
    succeeded = [run for run in known if run.value.success]
    broken = sum(r.staleness is None or r.staleness > SLO["brokenHours"] * HOUR for r in rs)
    return {
        "devices": n,
        "p50Hours": None if p50 == NEVER else hours(p50), "p50Never": p50 == NEVER,
        "p90Hours": None if p90 == NEVER else hours(p90), "p90Never": p90 == NEVER,
        "runRate": round(ran24 / n, 6) if n else None,
        "successRate": round(len(succeeded) / len(known), 6) if known else None,
        "brokenDevices": broken,
        "brokenShare": round(broken / n, 6) if n else None,
        "exact": {"p50Ms": None if p50 == NEVER else p50, "p90Ms": None if p90 == NEVER else p90,
                  "ran24": ran24, "successes": len(succeeded), "successKnown": len(known)},
    }


def breakdown(rs):
    labels = sorted({r.label for r in rs})
    rows = [{"bucket": label, **figures([r for r in rs if r.label == label])} for label in labels]
    assert sum(row["devices"] for row in rows) == len(rs)               # the rows add up to the total
    return rows


def difference(now, before):
    return None if now is None or before is None else round(now - before, 6)


def objective(f, which):
    if not f["devices"]:
        return None
    ms = f["exact"][which + "Ms"]
    return "met" if ms is not None and ms < SLO[which + "Hours"] * HOUR else "missed"


def regression(now, before):
    if not now["devices"] or before is None:
        return None
    x, y = now["exact"]["p90Ms"], before["exact"]["p90Ms"]
    if x is None:
        return y is not None                                            # number to never; never to never is no change
    return y is not None and x - y > SLO["p90RegressionHours"] * HOUR


# ---------------------------------------------------------------- all of it


def narrowed(store, app, task):
    """(exports, runs of each device) that --app and --task leave."""
    runs = {identity: known_run(identity, tellings) for identity, tellings in store.told.items()}
    exports = [e for e in store.exports if app is None or e.key[0] == app]
    if task is not None:
        apps_with_task = {a for a, _, t, _ in runs if t == task}
        exports = [e for e in exports if e.key[0] in apps_with_task]
    runs_of = {}
    for (a, d, t, _), run in runs.items():
        if task is None or t == task:
            runs_of.setdefault((a, d), []).append(run)
    return exports, runs_of


Windows = namedtuple("Windows", "monday start week_end T base_monday base_start base_T")


def windows(week, as_of, now, zone):
    monday = week_monday(week)
    start, week_end = instant(monday, zone), instant(monday + dt.timedelta(days=7), zone)
    if now is None:
        now = int(dt.datetime.now(dt.timezone.utc).timestamp() * 1000)
    T = as_of if as_of is not None else min(week_end, now)
    if not start <= T <= week_end:
        raise SystemExit("the cut-off does not lie in the week")
    base_monday = monday - dt.timedelta(days=7)
    return Windows(monday, start, week_end, T, base_monday, instant(base_monday, zone),
                   instant(local_time(T, zone) - dt.timedelta(days=7), zone))  # the same stretch of the week before


def spoken_of(store, w):
    """Section 4: what a report of this week speaks of."""
    def in_the_two(moment):
        return w.start <= moment < w.T or w.base_start <= moment < w.base_T

    exports = {e for e in store.exports if in_the_two(e.exported_at)}
    files = [f for f in store.present.values() if f.exports & exports]
    useless = [f for f in store.present.values() if not f.exports]      # nothing of them could be used
    standing_there = set().union(*(f.exports for f in store.present.values()))
    runs = [known_run(identity, tellings) for identity, tellings in store.told.items()]
    runs = [r for r in runs if in_the_two(r.counts_at) and r.first < w.T]
    refused = Counter(r.kind for f in files + useless for r in f.refusals)
    return {"files": len(files), "exports": len(exports), "exportsInNoFile": len(exports - standing_there),
            "runs": len(runs), "conflicts": sum(r.conflict for r in runs),
            "refused": [{"reason": k, "count": c} for k, c in sorted(refused.items())]}


def compute(folders, week, as_of=None, zone_name="UTC", app=None, task=None, now=None, with_readings=False, with_refused=False):
    zone = ZoneInfo(zone_name)
    store = Store(zone)
    for folder in folders:
        store.read_night(folder)
    w = windows(week, as_of, now, zone)
    base_year, base_week, _ = w.base_monday.isocalendar()

    exports, runs_of = narrowed(store, app, task)
    current = readings(exports, runs_of, w.start, w.T)
    baseline = readings(exports, runs_of, w.base_start, w.base_T)
    F, B = figures(current), figures(baseline) if baseline else None
    refusals = [r for f in store.present.values() for r in f.refusals]

    out = {
        "week": week, "app": app, "task": task,
        "window": {"from": show(w.start), "to": show(w.T), "complete": w.T == w.week_end},
        "current": {"all": F, "buckets": breakdown(current)},
        "baseline": None if B is None else {"week": f"{base_year:04d}-W{base_week:02d}", "from": show(w.base_start), "to": show(w.base_T),
                                            "all": B, "buckets": breakdown(baseline)},
        "change": None if B is None or not current else {k: difference(F[k], B[k]) for k in ("p50Hours", "p90Hours", "runRate")},
        "verdicts": {"p50": objective(F, "p50"), "p90": objective(F, "p90"), "regression": regression(F, B)},
        "input": spoken_of(store, w),
        "store": {"files": len(store.present), "filesUsed": sum(bool(f.exports) for f in store.present.values()),
                  "exports": len(store.exports), "runs": len(store.told),
                  "conflicts": sum(known_run(*known).conflict for known in store.told.items()),
                  "exportedAtFromFileName": len(store.from_name),
                  "refused": [{"reason": k, "count": c} for k, c in sorted(Counter(r.kind for r in refusals).items())]},
    }
    if with_readings:
        for which, rs in (("current", current), ("baseline", baseline)):
            if out[which]:
                out[which]["readings"] = [
                    {"app": r.key[0], "device": r.key[1], "exportedAt": show(r.exported_at), "stalenessMs": r.staleness, "ran24": r.ran24,
                     "bucket": r.label, "successes": sum(x.value.success is True for x in r.window_runs),
                     "successKnown": sum(x.value.success is not None for x in r.window_runs)}
                    for r in sorted(rs, key=lambda r: (r.key[0] or "", r.key[1]))]
    if with_refused:
        out["refusals"] = [f"{r.file}: {r.place}: {r.kind}" for r in refusals]
    return out


def add_common_arguments(p):
    """The folders, the week and what narrows, for every program of this folder. --night and plain folders are the same."""
    p.add_argument("folders", nargs="*", metavar="FOLDER")
    p.add_argument("--night", action="append", default=[], metavar="FOLDER")
    p.add_argument("--week", required=True)
    p.add_argument("--as-of", type=read_iso_time)
    p.add_argument("--app")
    p.add_argument("--task")
    p.add_argument("--now", type=read_iso_time)


def parsed(p):
    a = p.parse_intermixed_args()
    a.folders += a.night
    if not a.folders:
        p.error("name a folder")
    return a


def main():
    p = argparse.ArgumentParser()
    add_common_arguments(p)
    p.add_argument("--zone", default="UTC")
    p.add_argument("--readings", action="store_true")
    p.add_argument("--refused", action="store_true")
    a = parsed(p)
    result = compute(a.folders, a.week, a.as_of, a.zone, a.app, a.task, a.now, a.readings, a.refused)
    json.dump(result, sys.stdout, indent=1, ensure_ascii=True)
    print()


if __name__ == "__main__":
    main()
