#!/usr/bin/env python3
"""The definitions of metrics/README.md once more, independently of the program. Standard library only; clarity over speed.

    reference.py FOLDER --week 2026-W39 [--as-of TIME] [--zone UTC] [--app X] [--task X]
                 [--now TIME] [--readings] [--refused]

FOLDER holds the export files (or has a bg_runs/ that does). --readings adds one line per reading of both
windows; --refused lists every refusal; --now replaces the clock (only matters for a week that is not over).
"""
import argparse, datetime as dt, gzip, json, os, re, sys, zlib
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


class Unreadable(Exception):
    pass


def to_ms(seconds):
    """Stored to the nearest millisecond."""
    return int((seconds * 1000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def read_number_time(text):
    value = Decimal(text)
    if abs(value) > 10**20:
        raise Unreadable("time outside 2015..2040")
    for seconds in (lambda v: v, lambda v: v / 10**3, lambda v: v / 10**6, lambda v: v / 10**9, lambda v: v + APPLE):
        if LOW <= to_ms(seconds(value)) <= HIGH:
            return to_ms(seconds(value))
    raise Unreadable("time outside 2015..2040")


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


def read_bucket(value):
    """An integer or None. Names in any case; an integer as text is the integer."""
    if isinstance(value, str):
        if re.fullmatch(r"-?[0-9]{1,18}", value):
            return int(value)
        if not isinstance(value, Num):
            return BUCKET_CODES.get(value.lower())
    return None


def read_flag(value):
    """True, False or None."""
    if value is True or value == "true" or isinstance(value, Num) and value == "1":
        return True
    if value is False or value == "false" or isinstance(value, Num) and value == "0":
        return False
    return None


OUTCOMES = ("success", "failed", "expired", "skipped", "retry", "killed")


def read_success(entry):
    """success or outcome; both given and disagreeing: unknown."""
    by_flag = read_flag(entry.get("success"))
    word = entry.get("outcome")
    by_word = None if word not in OUTCOMES or isinstance(word, Num) else word == "success"
    if by_flag is not None and by_word is not None and by_flag != by_word:
        return None
    return by_flag if by_flag is not None else by_word


def text_or_none(value):
    return value if isinstance(value, str) and not isinstance(value, Num) else None


def ascii_lower(text):
    return "".join(c.lower() if c.isascii() else c for c in text)


# ---------------------------------------------------------------- section 1: files, exports, entries

# One telling of one run by one export
Telling = namedtuple("Telling", "exported_at success bucket low_power scheduled_at word")
Export = namedtuple("Export", "key platform exported_at bucket file")
Refusal = namedtuple("Refusal", "file place kind")


class Store:
    """All that was read."""

    def __init__(self, zone):
        self.zone = zone
        self.exports = []            # [Export]
        self.told = {}               # (app, device, task, at) -> [(Telling, file)]
        self.refusals = []           # [Refusal]
        self.files = []
        self.from_name = 0

    def refuse(self, file, place, kind):
        self.refusals.append(Refusal(file, place, kind))

    # -- a file

    def read_file(self, folder, name):
        self.files.append(name)
        with open(os.path.join(folder, name), "rb") as f:
            data = f.read()
        if data[:2] == b"\x1f\x8b":                                     # what a file is shows in its first bytes
            try:
                data = gzip.decompress(data)
            except (OSError, EOFError, zlib.error):
                return self.refuse(name, "file", "compressed file fails its check")
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return self.refuse(name, "file", "UTF-16")
        if data[:3] == b"\xef\xbb\xbf":
            data = data[3:]
        text = data.decode("utf-8", "surrogateescape")                  # a bad byte becomes a surrogate, refused below
        i = skip(text, 0)
        if i == len(text):
            return self.refuse(name, "file", "empty file")
        if text[i] == "[":
            self.read_array(name, text, i, None)
            return
        while i < len(text):                                            # one object after another
            i = self.read_top(name, text, i)
            i = skip(text, i)

    def read_top(self, name, text, i):
        """One object in a row of objects; where it is bad, that line is refused and the next line that starts one is tried."""
        if text[i] == "{":
            try:
                value, end = DECODER.raw_decode(text, i)
            except (ValueError, RecursionError):
                if self.salvage_envelope(name, text, i):
                    return len(text)
            else:
                if "devices" in value and "device" not in value:
                    self.read_envelope(name, value)
                else:
                    self.read_export(name, f"char {i}", value, None)
                return end
        self.refuse(name, f"char {i}", "not JSON")
        following = re.compile(r"\n\{").search(text, i)
        return following.start() + 1 if following else len(text)

    def read_array(self, name, text, i, envelope_time):
        """Exports in an array, up to a cut."""
        i, index = skip(text, i + 1), 0
        if text[i:i + 1] == "]":
            i += 1
        else:
            while True:
                try:
                    value, i = DECODER.raw_decode(text, i)
                except (ValueError, RecursionError):
                    return self.refuse(name, f"element {index}", "not JSON or cut")
                self.read_export(name, f"element {index}", value, envelope_time)
                i, index = skip(text, i), index + 1
                if text[i:i + 1] == "]":
                    i += 1
                    break
                if text[i:i + 1] != ",":
                    return self.refuse(name, f"element {index}", "not JSON or cut")
                i = skip(text, i + 1)
        if envelope_time is None and skip(text, i) != len(text):
            self.refuse(name, f"char {i}", "not JSON")

    def read_envelope(self, name, value):
        devices = value["devices"]
        if not isinstance(devices, list):
            return self.refuse(name, "devices", "export lacks what is required")
        for index, item in enumerate(devices):
            self.read_export(name, f"devices[{index}]", item, [value.get("exportedAt")])

    def salvage_envelope(self, name, text, i):
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
                    self.read_array(name, text, i, [exported_at])
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
        return instant(dt.datetime.combine(day + dt.timedelta(days=1), dt.time()), self.zone) - 1

    def read_export(self, name, place, value, envelope):
        if not isinstance(value, dict):
            return self.refuse(name, place, "export is no object")
        if has_surrogate(value):
            return self.refuse(name, place, "text is not UTF-8 (lone surrogate or bad byte)")
        device = value.get("device")
        if isinstance(device, Num):
            if not re.fullmatch(r"-?[0-9]+", device):
                return self.refuse(name, place, "device is no string or integer")
        elif not isinstance(device, str):
            return self.refuse(name, place, "export without device" if device is None else "device is no string or integer")
        device = str(device)                                            # an integer is its exact digits

        exported_at = value.get("exportedAt")                           # here,
        if nothing(exported_at) and envelope is not None:
            exported_at = envelope[0]                                   # on the envelope,
        if nothing(exported_at):
            exported_at = self.name_time(name)                          # or as the date in the file's name
            if exported_at is None:
                return self.refuse(name, place, "export without exportedAt")
            self.from_name += 1
        else:
            try:
                exported_at = read_time(exported_at)
            except Unreadable as reason:
                return self.refuse(name, place, f"exportedAt: {reason}")

        app = text_or_none(value.get("app"))
        platform = text_or_none(value.get("platform"))
        platform = ascii_lower(platform) if platform else "unknown"
        bucket = read_bucket(value.get("bucket"))
        if bucket is None:
            bucket = read_bucket(value.get("lastBucket"))
        self.exports.append(Export((app, device), platform, exported_at, bucket, name))

        history = value.get("history")
        if not isinstance(history, list):
            history = []
        for index, entry in enumerate(history):
            self.read_entry(name, f"{place} entry {index}", (app, device), exported_at, entry)
        if not history:                                                 # lastRunAt instead of history
            at = optional_time(value.get("lastRunAt"))
            if at is not None:
                self.tell(name, f"{place} lastRunAt", (app, device), None, at,
                          Telling(exported_at, True, None, None, None, "success"))

    def read_entry(self, name, place, key, exported_at, entry):
        if not isinstance(entry, dict):
            return self.refuse(name, place, "entry is no object")
        if nothing(entry.get("at")):
            return self.refuse(name, place, "entry without at")
        try:
            at = read_time(entry["at"])
        except Unreadable as reason:
            return self.refuse(name, place, f"at: {reason}")
        task = entry.get("task")
        if task is not None and text_or_none(task) is None:
            return self.refuse(name, place, "task is no text")
        success = read_success(entry)
        word = entry.get("outcome") if entry.get("outcome") in OUTCOMES and success is not None else {True: "success", False: "not successful", None: "unknown"}[success]
        self.tell(name, place, key, task, at,
                  Telling(exported_at, success, read_bucket(entry.get("bucket")), read_flag(entry.get("lowPower")),
                          optional_time(entry.get("scheduledAt")), word))

    def tell(self, name, place, key, task, at, telling):
        if at > telling.exported_at + 5 * 60_000:
            return self.refuse(name, place, "run later than its export")
        self.told.setdefault((*key, task, at), []).append((telling, name))


# ---------------------------------------------------------------- section 1: identity

NONE_LAST = 10**30


def preference(t):
    """Told at the same moment: the smallest of these stands."""
    return ({False: 0, None: 1, True: 2}[t.success],
            NONE_LAST if t.bucket is None else t.bucket,
            {True: 0, False: 1, None: 2}[t.low_power],
            NONE_LAST if t.scheduled_at is None else t.scheduled_at)


def standing(tellings):
    latest = max(t.exported_at for t in tellings)                       # the one exported later stands;
    return min((t for t in tellings if t.exported_at == latest), key=preference)   # at the same moment, the value decides


def full_value(t):
    return (t.word, t.bucket, t.low_power, t.scheduled_at)


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

Reading = namedtuple("Reading", "key exported_at staleness ran24 label window_runs")
Run = namedtuple("Run", "at task value told")


def bucket_label(platform, export, past):
    """past: the device's runs at or before E."""
    latest = [r for r in past if r.at == max(p.at for p in past)]
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
        past = []
        for r in runs_of.get(key, []):
            told_by_then = [t for t in r.told if t <= E]
            if r.at <= E:
                past.append(r)
            elif told_by_then:                                          # up to 5 minutes: at the export's own time
                past.append(r._replace(at=max(told_by_then)))
        successes = [r.at for r in past if r.value.success is True]
        staleness = E - max(successes) if successes else None           # None is never
        ran24 = any(E - DAY < r.at <= E for r in past)
        window_runs = [r for r in past if start <= r.at]
        out.append(Reading(key, E, staleness, ran24, f"{export.platform}/{bucket_label(export.platform, export, past)}", window_runs))
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


def compute(folder, week, as_of=None, zone_name="UTC", app=None, task=None, now=None, with_readings=False, with_refused=False):
    zone = ZoneInfo(zone_name)
    inner = os.path.join(folder, "bg_runs")
    folder = inner if os.path.isdir(inner) else folder
    store = Store(zone)
    for name in sorted(os.listdir(folder)):
        if re.fullmatch(r"[^.].*\.(json|ndjson|jsonl)(\.gz)?", name) and os.path.isfile(os.path.join(folder, name)):
            store.read_file(folder, name)

    # windows
    monday = week_monday(week)
    start, week_end = instant(monday, zone), instant(monday + dt.timedelta(days=7), zone)
    if now is None:
        now = int(dt.datetime.now(dt.timezone.utc).timestamp() * 1000)
    T = as_of if as_of is not None else min(week_end, now)
    if not start <= T <= week_end:
        raise SystemExit("reference: the cut-off does not lie in the week")
    base_start = instant(monday - dt.timedelta(days=7), zone)
    base_T = instant(local_time(T, zone) - dt.timedelta(days=7), zone)  # the same stretch of the week before
    base_year, base_week, _ = (monday - dt.timedelta(days=7)).isocalendar()

    # runs that stand
    stands = {identity: standing([t for t, _ in told]) for identity, told in store.told.items()}

    # --app and --task narrow
    exports = [e for e in store.exports if app is None or e.key[0] == app]
    if task is not None:
        apps_with_task = {a for a, _, t, _ in stands if t == task}
        exports = [e for e in exports if e.key[0] in apps_with_task]
    runs_of = {}
    for (a, d, t, at), value in stands.items():
        if task is None or t == task:
            runs_of.setdefault((a, d), []).append(Run(at, t, value, [x.exported_at for x, _ in store.told[a, d, t, at]]))

    current = readings(exports, runs_of, start, T)
    baseline = readings(exports, runs_of, base_start, base_T)
    F, B = figures(current), figures(baseline) if baseline else None

    # input: the files holding an export of the window or the baseline window
    counted = {e.file for e in store.exports if start <= e.exported_at < T or base_start <= e.exported_at < base_T}
    used = {e.file for e in store.exports}
    told_there = [i for i, told in store.told.items() if any(f in counted for _, f in told)]
    conflicts = [i for i in told_there if len({full_value(t) for t, _ in store.told[i]}) > 1]
    refused = Counter(r.kind for r in store.refusals if r.file in counted or r.file not in used)

    out = {
        "week": week, "app": app, "task": task,
        "window": {"from": show(start), "to": show(T), "complete": T == week_end},
        "current": {"all": F, "buckets": breakdown(current)},
        "baseline": None if B is None else {"week": f"{base_year:04d}-W{base_week:02d}", "from": show(base_start), "to": show(base_T),
                                            "all": B, "buckets": breakdown(baseline)},
        "change": None if B is None or not current else {k: difference(F[k], B[k]) for k in ("p50Hours", "p90Hours", "runRate")},
        "verdicts": {"p50": objective(F, "p50"), "p90": objective(F, "p90"), "regression": regression(F, B)},
        "input": {"files": len(counted), "exports": sum(e.file in counted for e in store.exports),
                  "runs": len(told_there), "conflicts": len(conflicts),
                  "refused": [{"reason": k, "count": c} for k, c in sorted(refused.items())]},
        "store": {"files": len(store.files), "filesUsed": len(used), "exports": len(store.exports), "runs": len(store.told),
                  "conflicts": sum(len({full_value(t) for t, _ in told}) > 1 for told in store.told.values()),
                  "exportedAtFromFileName": store.from_name,
                  "refused": [{"reason": k, "count": c} for k, c in sorted(Counter(r.kind for r in store.refusals).items())]},
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
        out["refusals"] = [f"{r.file}: {r.place}: {r.kind}" for r in store.refusals]
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--week", required=True)
    p.add_argument("--as-of")
    p.add_argument("--zone", default="UTC")
    p.add_argument("--app")
    p.add_argument("--task")
    p.add_argument("--now")
    p.add_argument("--readings", action="store_true")
    p.add_argument("--refused", action="store_true")
    a = p.parse_args()
    result = compute(a.folder, a.week, a.as_of and read_iso_time(a.as_of), a.zone, a.app, a.task, a.now and read_iso_time(a.now),
                     a.readings, a.refused)
    json.dump(result, sys.stdout, indent=1, ensure_ascii=True)
    print()


if __name__ == "__main__":
    main()
