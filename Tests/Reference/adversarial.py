#!/usr/bin/env python3
"""A small random fleet that stresses metrics/README.md, sections 1 to 3.

    adversarial.py SEED OUTDIR        writes OUTDIR/bg_runs/*; same seed, same bytes
    adversarial.py SEED OUTDIR --clean   without anything that is refused or unreadable (only figures are stressed)
    adversarial.py SEED OUTDIR --once    without a file that stands there twice

The fleet is full of what the union of all tellings is about: exports that overlap and disagree, at the same moment and
at different ones; clocks up to 5 minutes ahead, whose runs one export tells first and others again; the same export in
several files, spelled differently; equal files under two names; runs that are told late, some only after the week is
over; histories of which nothing can be read; numbers written 1.0.

What the fleet does NOT contain, because metrics/README.md and the fixed decisions leave it open: times between two
milliseconds, an unreadable success beside a readable outcome, empty ids, two dates in
a file's name that dates its exports, exports of one device and moment with different platforms, exponents inside
numeric strings, the offset -00:00, exports that differ only in an entry that is refused or told twice, refused files
that stand there twice.
"""
import datetime as dt, gzip, json, os, random, re, shutil, sys

SEC, MIN, H = 1000, 60_000, 3_600_000
D = 24 * H
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)


def ms(text):
    return (dt.datetime.fromisoformat(text.replace("Z", "+00:00")) - EPOCH) // dt.timedelta(milliseconds=1)


W37, W38, W39, W40 = (ms(f"2026-09-{d:02d}T00:00:00Z") for d in (7, 14, 21, 28))
W41 = W40 + 7 * D
ASOF = ms("2026-09-24T10:00:00Z")
# every edge of a window that the three expected outputs use: UTC, Amsterdam (UTC+2), --as-of; and of their baselines
EDGES = [W38, W39, W40, ASOF, ASOF - 7 * D, W38 - 2 * H, W39 - 2 * H, W40 - 2 * H]
BUCKETS = [5, 10, 20, 30, 40, 45, 50]
NAMES = {5: "exempted", 10: "active", 20: "working_set", 30: "frequent", 40: "rare", 45: "restricted", 50: "never"}
APPS = [None, "net.example.wallpaper", "net.example.notes", "org.beispiel.f\u00fcnf"]
FAILURES = ["failed", "expired", "skipped", "retry", "killed"]
PLAIN = {"indent": 0, "depth": 0, "colon": ":", "comma": ","}
TASKS = [None, "refresh", "db", "Refresh", "net.example.sync"]
PLATFORMS = ["ios", "iOS", "android", "android", "Android", "ANDROID", "web", "WatchOS", "harmony", None, "ios"]


class Fleet:
    def __init__(self, seed, clean, once):
        self.r = random.Random(f"adversarial/{seed}")
        r = self.r
        self.clean, self.once = clean, once
        self.chaos = not clean and r.random() < 0.6          # refused and unreadable things
        self.first = r.choice([W37, W37, W38])
        self.last = r.choice([W40, W41, W41])
        self.mode = r.choice(["free", "free", "free", "free", "edge24", "edge72", "edge168", "plus12", "plus12", "mostly-never"])
        self.retell = r.choice([0.0, 0.05, 0.3, 0.6])        # how often a telling differs
        self.ahead = r.choice([0.1, 0.1, 0.5])               # how often a run lies ahead of the export that tells it
        self.late = r.choice([0.0, 0.05, 0.3])               # how often a run is told much later than it could be
        self.repeat = r.choice([0.0, 0.05, 0.2])             # how often an export stands in several files
        self.same_word = self.p(0.5)                         # a run's success is always told in the same words
        self.platforms = r.sample(PLATFORMS, r.choice([2, 4, len(PLATFORMS)]))
        self.homes = r.sample(BUCKETS + [0, 60, 35, None], r.choice([2, 4, 11]))
        self.exports = []                                    # {device, app, platform, at, source, pairs...}

    # ------------------------------------------------------------ values

    def p(self, chance):
        return self.r.random() < chance

    def iso(self, t):
        r = self.r
        offset = r.choice([0, 0, 120, -360, 330, 345, -210, 60, 840])
        when = EPOCH + dt.timedelta(milliseconds=t + offset * MIN)
        tenths = t % 1000
        fraction = "" if tenths == 0 and self.p(0.6) else f".{tenths:03d}" + r.choice(["", "", "000", "000000"])
        if tenths and tenths % 100 == 0 and self.p(0.5):
            fraction = f".{tenths // 100}"
        sign, o = ("-" if offset < 0 else "+"), abs(offset)
        zone = f"{sign}{o // 60:02d}{r.choice([':', ':', ''])}{o % 60:02d}"
        if offset == 0:
            zone = r.choice(["Z", "Z", "+00:00", "+0000"])
        shape = r.random()
        if shape < 0.8:
            return when.strftime("%Y-%m-%dT%H:%M:%S") + fraction + zone
        if shape < 0.9:
            return when.strftime("%Y-%m-%d %H:%M:%S") + fraction + r.choice(["", " "]) + zone
        if when.second == 0 and not fraction:
            return when.strftime("%Y-%m-%dT%H:%M") + zone
        return when.strftime("%Y%m%dT%H%M%S") + fraction + zone.replace(":", "")

    def decimal(self, t, divide):
        """t / divide as exact decimal text."""
        digits = len(str(divide)) - 1
        whole, rest = divmod(t, divide)
        text = f"{whole}.{rest:0{digits}d}" if digits else str(whole)
        if "." in text and self.p(0.7):
            text = text.rstrip("0").rstrip(".")
        return text

    def time(self, t):
        """JSON text of a time, in a random form."""
        form = self.r.choices(["s", "ms", "us", "ns", "2001", "iso", "exp"], [6, 4, 2, 2, 3, 4, 0.3])[0]
        if form == "iso":
            return json.dumps(self.iso(t))
        if form == "exp":
            text = str(t).rstrip("0")
            text = f"{text[0]}.{text[1:] or '0'}{self.r.choice(['e', 'E', 'e+'])}9"       # seconds
        else:
            text = {"s": lambda: self.decimal(t, 1000), "ms": lambda: str(t), "us": lambda: str(t * 1000),
                    "ns": lambda: str(t * 1_000_000), "2001": lambda: self.decimal(t - 978307200000, 1000)}[form]()
        return json.dumps(text) if form != "exp" and self.p(0.12) else text

    def no_time(self):
        return self.r.choice(["0", "-1", '""', "null"])

    def text(self, s):
        return json.dumps(s, ensure_ascii=self.p(0.5))

    def bucket(self, code):
        r = self.r
        if code is None:
            return "null"
        if code in NAMES and self.p(0.3):
            name = NAMES[code]
            return json.dumps(r.choice([name, name.upper(), name.title()]))
        return json.dumps(str(code)) if self.p(0.1) else self.number(code)

    def number(self, whole):
        """A whole number by its value."""
        return self.r.choice([f"{whole}.0", f"{whole}e0", f"{10 * whole}E-1", f"{whole}.000"]) if self.p(0.15) else str(whole)

    def word(self, word):
        return json.dumps(self.r.choice([word.upper(), word.title()]) if self.p(0.2) else word)

    def flag(self, value):
        r = self.r
        if value is None:
            return "null"
        if self.p(0.2):
            return self.number(1) if value else r.choice([self.number(0), "-0", "-0.0"])
        return r.choice(["true", "true", "1", '"true"'] if value else ["false", "false", "0", '"false"'])

    # ------------------------------------------------------------ JSON objects as (key, text) pairs

    def put(self, pairs, layout):
        """Random key order, now and then a key that stands twice (the last counts) or that nobody knows."""
        r = self.r
        pairs = list(pairs)
        r.shuffle(pairs)
        if self.p(0.05):
            pairs.insert(r.randrange(len(pairs) + 1), (r.choice(["note", "sucess", "x-y", "model"]), r.choice(["1", '"a\\nb"', "null", '{"a":[1,{}]}', "[]"])))
        if pairs and self.p(0.02):
            k = r.randrange(len(pairs))
            wrong = {"device": '"somebody else"', "history": "[]", "success": r.choice(["true", "false"]), "bucket": "5", "app": '"other.app"',
                     "task": '"other"', "lowPower": "true"}.get(pairs[k][0], self.time(W39 + r.randrange(D)))
            pairs.insert(r.randrange(k + 1), (pairs[k][0], wrong))
        colon, comma = layout["colon"], layout["comma"]
        if layout["indent"]:
            pad = "\n" + " " * layout["indent"] * (layout["depth"] + 1)
            end = "\n" + " " * layout["indent"] * layout["depth"]
            return "{" + ",".join(pad + json.dumps(k) + ": " + v for k, v in pairs) + end + "}"
        return "{" + comma.join(json.dumps(k) + colon + v for k, v in pairs) + "}"

    def array(self, items, layout):
        if layout["indent"] and items:
            pad = "\n" + " " * layout["indent"] * (layout["depth"] + 1)
            return "[" + ",".join(pad + i for i in items) + "\n" + " " * layout["indent"] * layout["depth"] + "]"
        return "[" + layout["comma"].join(items) + "]"

    @staticmethod
    def deeper(layout, by=1):
        return {**layout, "depth": layout["depth"] + by}

    # ------------------------------------------------------------ one device: what really happened

    def device(self, index):
        r = self.r
        kind = r.choice(["text", "text", "hex", "int", "big", "emoji", "twin"])
        self.ids = getattr(self, "ids", [])
        if kind == "twin" and self.ids:
            ident = r.choice(self.ids)                        # the same id again, in another app if one is free
        else:
            ident = {"text": f"device-{index}", "twin": f"device {index}", "hex": f"{r.getrandbits(64):016x}", "int": str(index + 1),
                     "big": str(9007199254740992 + index), "emoji": f"t\u00e9l\u00e9phone \U0001F600 {index}"}[kind]
        taken = getattr(self, "taken", set())
        free = [a for a in APPS if (a, ident) not in taken]
        if not free:
            ident, free = f"device-{index}-b", list(APPS)
        app = r.choice(free)
        taken.add((app, ident))
        self.taken = taken
        self.ids.append(ident)
        platform = r.choice(self.platforms)
        weeks = r.choice(["all"] * 6 + [[W38], [W39], [W38, W39], [W37, W39], [W40], [W38, W40], [W37]])
        style = r.choices(["ordinary", "never", "unknown", "never-ran", "pair"], [10, 1, 0.7, 0.5, 1.5])[0]
        if self.mode == "mostly-never":
            style = r.choice(["never", "unknown", "never-ran", "ordinary"])
        elif self.mode != "free" and self.p(0.97 if self.mode == "plus12" else 0.9):
            style, weeks = "ordinary", "all"                  # so that the percentiles lie where the mode wants them
        return {"id": ident, "app": app, "platform": platform, "weeks": weeks, "style": style, "rate": r.choice([0.1, 0.5, 1, 3]),
                "ok": r.choice([0.2, 0.7, 0.95]), "home": r.choice(self.homes), "tasks": r.sample(TASKS, r.choice([1, 1, 2, 3])),
                "jitter": r.choice([1, 1000, 60_000]), "late": self.late if self.p(0.7) else 0}

    def moments(self, d):
        """When it exported."""
        r, out = self.r, []
        day = self.first
        while day < self.last:
            if d["weeks"] == "all" or any(w <= day < w + 7 * D for w in d["weeks"]):
                for _ in range(r.choice([0, 1, 1, 1, 2])):
                    t = day + r.randrange(D)
                    out.append(t - t % d["jitter"])
            day += D
        if d["weeks"] == "all":
            for edge in EDGES:
                if self.p(0.12):
                    out.append(edge + r.choice([0, 0, -1, 1]))
        else:
            for w in d["weeks"]:
                if self.p(0.3):
                    out.append(r.choice([w, w + 7 * D - 1]))
        for t in list(out):                                   # and once more soon after: what is ahead is told again, or first here
            if self.p(self.ahead / 5):
                out.append(t + r.choice([1, SEC, MIN, 90 * SEC, 5 * MIN - 1, 5 * MIN, 5 * MIN + 1, 12 * MIN]))
        return sorted(set(t for t in out if self.first <= t < self.last + D))

    def truth(self, d, exports):
        """Its runs: (task, at) -> value. Some lie exactly where a definition turns."""
        r, runs = self.r, {}
        if d["style"] == "never-ran":
            return runs

        def add(at, success=None, forced=False):
            if not forced:
                success = r.random() < d["ok"] if self.p(0.9) else None
                if d["style"] == "never":
                    success = r.choice([False, False, None])
                if d["style"] == "unknown":
                    success = None
            runs[(r.choice(d["tasks"]), at)] = {
                "success": success, "low": r.choice([True, False, False, None]),
                "bucket": r.choice([d["home"]] * 4 + [r.choice(BUCKETS), None, 60]),
                "word": r.choice(FAILURES), "how": r.choice(["flag", "flag", "outcome", "both"]),
                "scheduled": None if self.p(0.3) else at - r.choice([0, 1, 300_000, r.randrange(9 * H), -5_000]),
                "reason": r.choice([None] * 9 + ['"timeout"', "3", "null", "-7"]),
                # no export made before tells it: some runs are first told when the week is over
                "from": r.choice([W39, ASOF, W40, W40, at + D, at + 3 * D]) if self.p(d["late"]) and not forced else 0}

        t = self.first - r.choice([0, 3, 12]) * D
        while True:
            t += max(1, int(r.expovariate(d["rate"]) * D))
            if self.p(0.05):
                t += r.randrange(6 * D)
            if t >= self.last:
                break
            add(t - t % d["jitter"])
        for e in exports:
            if self.p(0.25):                                  # where "ran in 24 h" turns
                add(e - D + r.choice([0, 0, -1, 1]))
            for _ in range(r.choice([1, 1, 2])):
                if self.p(0.02 if self.mode == "plus12" else self.ahead):
                    add(e + r.choice([0, 0, -1, 1, 1, 5 * MIN, 5 * MIN + 1, 90 * SEC, r.randrange(5 * MIN)]))
        for edge in EDGES:                                    # runs at the windows' edges
            if self.p(0.10):
                add(edge + r.choice([0, 0, -1, 1]))

        # the last export of a window at an exact distance from the last success
        exact = {"edge24": 24 * H, "edge72": 72 * H, "edge168": 168 * H}.get(self.mode)
        if d["style"] == "ordinary" and exports:
            for w in (W38, W39):
                last = max((e for e in exports if w <= e < w + 7 * D), default=None)
                gap = None
                if exact and self.p(0.85):
                    gap = exact + r.choice([0, 0, 0, 0, 1, -1])
                elif self.mode == "plus12" and self.p(0.98):
                    gap = self.plus12 + (12 * H + self.plus if w == W39 else 0)
                elif self.p(0.15):
                    gap = r.choice([24, 72, 168]) * H + r.choice([0, 0, 1, -1])
                if last is not None and gap is not None:
                    for (task, at), v in list(runs.items()):
                        if last - gap < at <= last:
                            v["success"] = r.choice([False, False, None])
                    d["still"] = d.get("still", []) + [(last - gap, last)]
                    add(last - gap, True, True)
        return runs

    # ------------------------------------------------------------ one telling

    def tell(self, d, task, at, v, exact=False):
        """What an export says of a run, decided once."""
        r = self.r
        success, low, bucket, scheduled = v["success"], v["low"], v["bucket"], v["scheduled"]
        if not exact and self.p(self.retell):                               # told differently, in any field
            what = r.choice(["success", "low", "bucket", "scheduled", "all"])
            still = any(a < at <= b for a, b in d.get("still", []))
            if what in ("success", "all") and d["style"] == "ordinary":
                success = r.choice([False, None] if still else [True, False, None])
            if what in ("low", "all"):
                low = r.choice([True, False, None])
            if what in ("bucket", "all"):
                bucket = r.choice(BUCKETS + [None, 0, 60])
            if what in ("scheduled", "all"):
                scheduled = r.choice([None, at, at - 1, at - H])
        word = "success" if success else v["word"] if self.same_word else r.choice(FAILURES)
        if success is None:
            how = "nothing" if self.same_word else r.choice(["nothing", "nothing", "disagree"] + (["unreadable"] if self.chaos else []))
        else:
            how = v["how"] if self.same_word else r.choice(["flag", "flag", "flag", "outcome", "both"])
        return {"task": task, "at": at, "success": success, "low": low, "bucket": bucket, "scheduled": scheduled, "word": word, "how": how,
                "flag": self.p(0.5), "unreadable": r.choice(['"yes"', '"True"', "2", "1.5", "-1", "[]", "{}", '"perhaps"']), "reason": v.get("reason")}

    def entry(self, told, layout):
        """Its text: the same facts in whatever spelling."""
        r = self.r
        success, word = told["success"], told["word"]
        pairs = [("at", self.time(told["at"]))]
        if told["how"] == "nothing":                          # unknown
            pairs += r.choice([[], [("success", "null")], [("outcome", "null")]])
        elif told["how"] == "disagree":                       # unknown, too
            pairs += [("success", self.flag(told["flag"])), ("outcome", self.word(r.choice(FAILURES) if told["flag"] else "success"))]
        elif told["how"] == "unreadable":
            pairs.append(("success", told["unreadable"]))
        elif told["how"] == "flag" and not success:
            pairs.append(("success", self.flag(success)))     # a word would say more
        else:
            shape = r.choice(["flag", "outcome", "both", "outcome+null"] if success else ["outcome", "both", "outcome+null"])
            if shape in ("flag", "both"):
                pairs.append(("success", self.flag(success)))
            if shape != "flag":
                pairs.append(("outcome", self.word(word)))
            if shape == "outcome+null":
                pairs.append(("success", "null"))
        if told["low"] is not None or self.p(0.2):
            pairs.append(("lowPower", self.flag(told["low"])))
        elif self.chaos and self.p(0.2):
            pairs.append(("lowPower", r.choice(['"on"', "7", '""', "[]", "0.5"])))
        if told["bucket"] is not None or self.p(0.2):
            pairs.append(("bucket", self.bucket(told["bucket"])))
        elif self.chaos and self.p(0.2):
            pairs.append(("bucket", r.choice(['"sometimes"', '""', "[]", "true", "{}", "40.5"])))
        if told["scheduled"] is not None:
            pairs.append(("scheduledAt", self.time(told["scheduled"])))
        elif self.p(0.4):
            pairs.append(("scheduledAt", self.no_time() if not self.chaos or self.p(0.7) else r.choice(['"soon"', "12345", "[]", '"2026-02-30T00:00:00Z"', "9e99"])))
        if told["task"] is not None:
            pairs.append(("task", self.text(told["task"])))
        elif self.p(0.1):
            pairs.append(("task", "null"))
        if told["reason"] is not None:
            pairs.append(("reason", told["reason"]))
        return self.put(pairs, layout)

    def refused_entry(self, export_at):
        r, layout = self.r, PLAIN
        return r.choice([
            "null", '"x"', "[]", "{}", "17", self.put([("success", "true")], layout), self.put([("at", "null"), ("success", "true")], layout),
            self.put([("at", "-1")], layout), self.put([("at", '"2026-09-23T24:00:00Z"'), ("success", "true")], layout),
            self.put([("at", '"2026-09-23T10:00:00"'), ("success", "true")], layout), self.put([("at", "500000000000"), ("success", "true")], layout),
            self.put([("at", self.time(export_at - H)), ("task", r.choice(["5", "[]", "true", "{}"])), ("success", "true")], layout),
            self.put([("at", self.time(export_at + 5 * MIN + 1 + r.choice([0, H, 9 * D]))), ("success", "true")], layout),
            self.put([("at", "true"), ("success", "true")], layout), self.put([("at", '"2026-09-22T10:00:00Zx"')], layout),
            self.put([("at", self.time(export_at - H)), ("outcome", r.choice(['"lost"', '"succes"', '"ok"', "1", "true", "[]"])), ("success", "true")], layout)])

    # ------------------------------------------------------------ one export

    def export(self, d, runs, E, source, exact=False, alone=True, unreadable=False):
        """Its facts, decided once; the text comes later, when the file's layout is known, and each time anew. alone: the only
        one of its moment; unreadable: no entry of it can be read, so that it is refused."""
        r = self.r
        runs = {} if unreadable else {k: v for k, v in runs.items() if v.get("from", 0) <= E}
        told = [(task, at) for task, at in runs if at <= E]
        ahead = [(task, at) for task, at in runs if E < at <= E + 6 * MIN and self.p(0.8)]     # up to 5 min later: kept; above: refused
        if exact:                                             # all of it, as it is, and no bucket of the export's own
            ahead = []
        told.sort(key=lambda k: (k[1], k[0] or ""))
        told = told[-100 if exact else -r.choice([5, 12, 30, 30, 100]):]
        if not exact and self.p(0.3):                         # a history that omits runs; another export may tell them
            told = [k for k in told if not self.p(0.3)]
        told += [k for k in ahead if not self.clean or k[1] <= E + 5 * MIN]
        if not exact and alone and told and self.p(0.15):     # within one export the same run twice
            told.append(r.choice(told))
        if self.p(0.3):
            r.shuffle(told)
        pair = d["style"] == "pair" or not exact and self.p(0.03)
        successes = []
        if pair:
            successes = [at for (task, at), v in runs.items() if at <= E and v["success"]]
            told = [] if d["style"] == "pair" or self.p(0.7) else told
        last_run = max(successes) if successes and self.p(0.9) else None
        told = [self.tell(d, task, at, runs[task, at], exact) for task, at in told]
        refused = []
        if unreadable or self.chaos and alone and self.p(0.10):
            # beside entries that are read, or all that there is
            refused = [(r.random(), self.refused_entry(E)) for _ in range(r.choice([1, 1, 3])) if unreadable or told or pair]
        shown = d["platform"]
        day = E // D
        if (d["id"], d["app"], day) not in self.shown:        # one word for a device and day: see the docstring
            self.shown[d["id"], d["app"], day] = None if self.p(0.06) else shown
        shown = self.shown[d["id"], d["app"], day]
        bucket = r.choice([d["home"]] * 4 + [r.choice(BUCKETS), None, None, 60])
        second = r.choice(BUCKETS + [None] * 3)               # lastBucket

        if not alone:
            second = None
        if exact:
            bucket = second = None
        else:
            second = second if self.p(0.4) else None
        # Old enough that no device is too new to count: that is what shapes.py is for.
        times = {name: E - r.randrange(20 * D) - (2 * D if name == "installedAt" else 0) if self.p(0.32) else None
                 for name in ("lastScheduledAt", "installedAt")}
        limit = r.choice([30, 5, None]) if self.p(0.2) else None

        def write(layout, own_time):
            pairs = []
            number = d["id"].isdecimal() and d["id"].isascii() and str(int(d["id"])) == d["id"] and self.p(0.6)
            pairs.append(("device", d["id"] if number else self.text(d["id"])))
            if d["app"] is not None:
                pairs.append(("app", self.text(d["app"])))
            elif self.p(0.2):
                pairs.append(("app", "null"))
            if shown is not None:
                pairs.append(("platform", self.text(shown)))
            elif self.p(0.5):
                pairs.append(("platform", "null" if not self.chaos else r.choice(["null", "7", "[]"])))
            if own_time:
                pairs.append(("exportedAt", self.time(E)))
            elif self.p(0.1):
                pairs.append(("exportedAt", "null"))
            if bucket is not None or self.p(0.2):
                pairs.append(("bucket", self.bucket(bucket)))
            elif self.chaos and self.p(0.2):
                pairs.append(("bucket", r.choice(['"hot"', "[]", '""', "false", "10.5"])))
            if second is not None:
                pairs.append(("lastBucket", self.bucket(second)))
            for name, t in times.items():
                if t is not None or self.p(0.1):
                    pairs.append((name, self.no_time() if t is None else self.time(t)))
            if limit is not None or self.p(0.1):
                pairs.append(("historyLimit", "null" if limit is None else self.number(limit)))
            inner = self.deeper(layout, 2)
            items = [self.entry(one, inner) for one in told]
            for place, text in refused:
                items.insert(int(place * (len(items) + 1)), text)
            if items or self.p(0.5):
                pairs.append(("history", self.array(items, self.deeper(layout))))
            elif self.p(0.5):
                pairs.append(("history", "null"))
            if pair:
                pairs.append(("lastRunAt", self.no_time() if last_run is None else self.time(last_run)))
            return self.put(pairs, layout)

        for _ in range(1 + (self.p(self.repeat) and r.choice([1, 1, 2]))):
            self.exports.append({"at": E, "source": source, "write": write, "unreadable": unreadable})

    def refused_export(self, layout):
        r = self.r
        E, entry = W39 + r.randrange(7 * D), self.put([("at", self.time(W39 - H)), ("success", "true")], self.deeper(layout, 2))
        hist = ("history", self.array([entry], self.deeper(layout)))
        return r.choice([
            self.put([("exportedAt", self.time(E)), hist], layout),                                        # no device
            self.put([("device", r.choice(["12.5", "true", "null", "[]", "{}", "1e3"])), ("exportedAt", self.time(E)), hist], layout),
            self.put([("device", '"out-of-span"'), ("exportedAt", r.choice(["500000000000", '"2026-09-31T00:00:00Z"', '"yesterday"', "true"])), hist], layout),
            self.put([("device", '"phone \\ud83d"'), ("exportedAt", self.time(E)), hist], layout),
            self.put([("device", '"stream"'), ("exportedAt", self.time(E)), ("at", self.time(E - H)),            # a run for an export
                      r.choice([("success", "true"), ("outcome", '"failed"'), ("history", "null"), ("lastRunAt", "null")])], layout)])

    # ------------------------------------------------------------ the fleet

    def build(self):
        r = self.r
        self.shown = {}
        self.plus12, self.plus = r.choice([6, 12, 20, 60, 61]) * H + r.choice([0, 1]), r.choice([0, 0, 0, 1, -1])
        for index in range(r.randint(5, 40)):
            d = self.device(index)
            moments = self.moments(d)
            runs = self.truth(d, moments)
            for E in moments:
                count = r.choice([2, 2, 3]) if self.p(0.08) else 1            # now and then two exports of one moment
                for _ in range(count):
                    self.export(d, runs, E, "own", alone=count == 1)
                if self.chaos and self.p(0.04):               # it would be the latest, were it not refused
                    self.export(d, runs, E + r.choice([1, SEC, H]), "own", unreadable=True)
            if self.chaos and self.p(0.06):                   # of this device nothing is known
                self.export({**d, "id": f"{d['id']} unread", "style": "unread"}, runs, W39 + r.randrange(7 * D), "own", unreadable=True)
            if self.p(0.25) and moments:                      # dated by its file's name: end of that day in the SLO's zone
                day = r.choice(moments) // D
                self.export(d, runs, (day + 1) * D - 1, "name")
        for index in range(r.choice([0, 3, 8, 12])):
            self.crafted(1000 + index)

    def crafted(self, index):
        """A device made for one turn of a definition that chance rarely meets."""
        r = self.r
        d = {**self.device(index), "style": "crafted", "still": [], "platform": r.choice(["ios", "IOS", "android", "web"])}

        def value(**given):
            return {"success": r.choice([True, False, None]), "low": r.choice([True, False, None]), "bucket": r.choice(BUCKETS + [None, 0, 60]),
                    "scheduled": None, "word": "failed", "how": "flag", **given}

        what = r.choice(["first moment", "two words", "two words", "two tasks", "two tasks", "ahead", "ahead", "told late"])
        if what in ("ahead", "told late"):                    # where the moment of the first telling decides
            d["style"] = "ordinary"
            edge = r.choice(EDGES)
            first, later = edge - r.choice([0, 1, MIN, H]), edge + r.choice([0, 1, 2 * MIN, 30 * H])
            at = first + r.choice([1, 2 * MIN, 5 * MIN]) if what == "ahead" else edge - r.choice([1, H, 30 * H])
            run, again = value(success=True), value(success=r.choice([True, True, False, None]))
            old = {("db", edge - r.choice([80, 170]) * H): value(success=True)}
            for E, told in ((edge - 2 * D, {}), (first, {(None, at): run} if what == "ahead" else {}),
                            (max(later, at - 5 * MIN), {(None, at): again})):
                if self.p(0.85):
                    self.export(d, {**old, **told}, E, "own", exact=what == "told late" or at <= E)
            return
        if what == "first moment":                            # its only export of a week is the window's first millisecond, or its last
            for edge in r.sample(EDGES, 2):
                E = edge - r.choice([0, 0, 0, 1])
                self.export(d, {(None, E - r.randrange(3 * D)): value(success=True), (None, E): value()}, E, "own")
            return
        E = r.choice([W38, W39, W39]) + r.randrange(7 * D)
        at = E - r.randrange(2 * D)
        older = {(None, at - D): value(success=True), ("db", at - 1): value()}
        if what == "two words":                               # exports of one moment tell its latest run differently
            same = r.choice([{}, {"success": True}, {"success": None}, {"success": False}])
            low = r.choice([{}, {"bucket": 20}, {"bucket": None}])
            for _ in range(r.choice([2, 2, 3])):
                self.export(d, {**older, (None, at): value(**same, **low)}, E, "own", exact=True)
        else:                                                 # its latest runs are two tasks at the same millisecond
            self.export(d, {**older, ("db", at): value(), ("sync", at): value(), **({} if self.p(0.5) else {(None, at): value()})}, E, "own", exact=True)

    # ------------------------------------------------------------ files

    def layout(self, pretty):
        r = self.r
        return {"indent": r.choice([1, 2, 4]) if pretty else 0, "depth": 0, "colon": r.choice([":", ": "]), "comma": r.choice([",", ", "])}

    def files(self):
        """[(name, bytes)]"""
        r, out = self.r, []
        named = [e for e in self.exports if e["source"] == "name"]
        rest = [e for e in self.exports if e["source"] == "own"]
        grouping = r.choice(["day", "random", "random", "device"])
        groups = {}
        for k, e in enumerate(rest):
            key = {"day": e["at"] // D, "random": r.randrange(1 + len(rest) // 15), "device": k // r.randint(3, 20)}[grouping]
            groups.setdefault(key, []).append(e)
        groups = list(groups.values())
        r.shuffle(groups)
        single = []
        for g in groups:
            r.shuffle(g)
            if self.p(0.1):                                   # a few objects in files of their own
                single += [[e] for e in g[:3]]
                del g[:3]
        again = []                                            # files of which surely something is used
        for number, g in enumerate([g for g in groups if g] + single):
            out.append(self.file(g, f"part-{number:03d}" if self.p(0.5) else f"export_{r.getrandbits(20):05x}_{number}"))
            if sum(not e["unreadable"] for e in g) > 1:
                again.append(out[-1])
        days = {}
        for e in named:
            days.setdefault(e["at"] // D, []).append(e)
        for day, g in sorted(days.items()):
            date = (EPOCH + dt.timedelta(days=day)).strftime("%Y-%m-%d")
            out.append(self.file(g, r.choice([date, f"fleet-{date}", f"{date}_all"]), dated=True))
            if len(g) > 1:
                again.append(out[-1])
        if not self.once:
            for name, data in again:
                if self.p(0.2):
                    out.append((self.other_name(name), data))
        if self.chaos and self.p(0.3):
            out.append((f"cut-{r.randrange(99)}.json.gz", gzip.compress(b'{"device":"gz","exportedAt":1790000000,"history":[]}\n' * 50, mtime=0)[:-9]))
        if self.chaos and self.p(0.2):
            out.append(("empty.json", r.choice([b"", b"\n", b"\xef\xbb\xbf"])))
        if self.chaos and self.p(0.15):
            out.append(("utf16.json", '\ufeff{"device":"u16","exportedAt":1790000000,"history":[]}'.encode("utf-16-le")))
        return out

    def other_name(self, name):
        """Of an equal file. Where the date in it dates the exports, the same date makes it the same file, and a later one another."""
        stem, ending = name.split(".", 1)
        found = re.search("[0-9]{4}-[0-9]{2}-[0-9]{2}", stem)
        if not found:
            return self.r.choice([f"copy-of-{stem}", f"2026-09-22 {stem}"]) + "." + ending
        day = dt.date.fromisoformat(found[0]) + dt.timedelta(days=self.r.choice([0, 1, 3]))
        return f"again {day}.{ending}"

    def file(self, group, stem, dated=False):
        r = self.r
        own = not dated
        shape = r.choice(["array", "envelope", "envelope", "ndjson", "ndjson", "pretty", "object", "oneline"])
        if len(group) > 1 and shape == "object":
            shape = "array"
        bad = self.chaos and self.p(0.2)
        newline, tail = "\n", r.choice(["\n", "\n", ""])
        if shape == "array":
            layout = self.layout(self.p(0.3))
            items = [e["write"](self.deeper(layout), own) for e in group]
            if bad:
                items.insert(r.randrange(len(items) + 1), self.refused_export(self.deeper(layout)))
            text = self.array(items, layout)
            if bad and self.p(0.4):                           # cut inside the last element
                text, tail = text[:text.rindex(items[-1]) + r.randrange(1, len(items[-1]))], ""
        elif shape == "envelope":
            layout = self.layout(self.p(0.3))
            shared = r.choice(group)["at"] if own else None   # those exported then may leave their own time out
            items = [e["write"](self.deeper(layout, 2), own and not (e["at"] == shared and self.p(0.8))) for e in group]
            if bad:
                items.insert(r.randrange(len(items) + 1), self.refused_export(self.deeper(layout, 2)))
            pairs = [("devices", self.array(items, self.deeper(layout)))]
            if own:
                pairs.insert(r.choice([0, 1]), ("exportedAt", self.time(shared)))
            if self.p(0.2):
                pairs.insert(r.randrange(len(pairs) + 1), ("generator", '"tool 1.0"'))
            if layout["indent"]:
                pad = "\n" + " " * layout["indent"]
                text = "{" + ",".join(f"{pad}\"{k}\": {v}" for k, v in pairs) + "\n}"
            else:
                text = "{" + layout["comma"].join(f"\"{k}\"{layout['colon']}{v}" for k, v in pairs) + "}"
        else:
            layout = self.layout(shape == "pretty" or shape == "object" and self.p(0.5))
            items = [e["write"](layout, own) for e in group]
            if bad:
                junk = [self.refused_export(layout), '{"results":[{"device":"x1"},{"device":"x2"},{"device":"x3"}],"next":null}']
                if shape == "ndjson":
                    junk += ['{"device":"bad\\p","exportedAt":1790000000,"history":[]}', '{"device":"cut","exportedAt":1790000000,"history":[{"at":1789',
                             "no JSON at all"]
                items.insert(r.randrange(len(items) + 1), r.choice(junk))
            if shape == "ndjson":
                newline = r.choice(["\n", "\n", "\r\n"])
                text, tail = newline.join(items), r.choice([newline, ""])
            elif shape == "oneline":
                text = r.choice(["", " "]).join(items)
            else:
                text = "\n".join(items)
        data = (text + tail).encode("utf-8")
        if self.p(0.2):
            data = b"\xef\xbb\xbf" + data
        name = stem + (r.choice([".ndjson", ".jsonl", ".json"]) if shape in ("ndjson", "pretty", "oneline") else ".json")
        if self.p(0.2):
            data = gzip.compress(data, mtime=0)
            if self.p(0.8):                                   # the rest are gzip without saying so
                name += ".gz"
        if self.p(0.1):
            stem, ending = name.split(".", 1)
            name = stem + "." + r.choice([ending.upper(), ending.title()])
        return name, data


def main():
    seed, out = sys.argv[1], sys.argv[2]
    fleet = Fleet(seed, "--clean" in sys.argv[3:], "--once" in sys.argv[3:])
    fleet.build()
    folder = os.path.join(out, "bg_runs")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    written = set()
    for name, data in fleet.files():
        assert name not in written, name
        written.add(name)
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data)


if __name__ == "__main__":
    main()
