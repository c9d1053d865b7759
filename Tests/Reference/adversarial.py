#!/usr/bin/env python3
"""A small random fleet that stresses metrics/README.md, sections 1 to 3.

    adversarial.py SEED OUTDIR        writes OUTDIR/bg_runs/*; same seed, same bytes
    adversarial.py SEED OUTDIR --clean   without anything that is refused or unreadable (only figures are stressed)

What the fleet does NOT contain, because metrics/README.md and the fixed decisions leave it open: times between two
milliseconds, outcome words outside the six, an unreadable success beside a readable outcome, empty ids, two dates in
a file's name that dates its exports, exports of one device and moment with different platforms, exponents inside
numeric strings, the offset -00:00.
"""
import datetime as dt, gzip, json, os, random, shutil, sys

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
TASKS = [None, "refresh", "db", "Refresh", "net.example.sync"]
PLATFORMS = ["ios", "iOS", "android", "android", "Android", "ANDROID", "web", "WatchOS", "harmony", None, "ios"]


class Fleet:
    def __init__(self, seed, clean):
        self.r = random.Random(f"adversarial/{seed}")
        r = self.r
        self.clean = clean
        self.chaos = not clean and r.random() < 0.6          # refused and unreadable things
        self.first = r.choice([W37, W37, W38])
        self.last = r.choice([W40, W40, W41])
        self.mode = r.choice(["free", "free", "free", "free", "edge24", "edge72", "edge168", "plus12", "plus12", "mostly-never"])
        self.retell = r.choice([0.0, 0.05, 0.3])             # how often a telling differs
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
        return json.dumps(str(code)) if self.p(0.1) else str(code)

    def flag(self, value):
        r = self.r
        if value is None:
            return "null"
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
                "jitter": r.choice([1, 1000, 60_000])}

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
                "scheduled": None if self.p(0.3) else at - r.choice([0, 1, 300_000, r.randrange(9 * H), -5_000])}

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
            if self.p(0.02 if self.mode == "plus12" else 0.10):
                add(e + r.choice([0, 0, -1, 1, 1, 5 * MIN, 5 * MIN + 1, 90 * SEC]))
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

    def entry(self, d, task, at, v, export_at, layout, exact=False):
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
        pairs = [("at", self.time(at))]
        word = "success" if success else r.choice(FAILURES)
        if self.same_word:
            word = "success" if success else v["word"]
        if success is None and self.same_word:
            pass
        elif success is None:
            how = r.choice(["absent", "null", "disagree", "outcome-null"] + (["unreadable"] if self.chaos else []))
            if how == "null":
                pairs.append(("success", "null"))
            elif how == "disagree":
                flag = self.p(0.5)
                pairs += [("success", self.flag(flag)), ("outcome", json.dumps(r.choice(FAILURES) if flag else "success"))]
            elif how == "outcome-null":
                pairs.append(("outcome", "null"))
            elif how == "unreadable":
                pairs.append(("success", r.choice(['"yes"', "2", "[]", "{}", '"perhaps"'])))
        else:
            how = v["how"] if self.same_word else r.choice(["flag", "flag", "flag", "outcome", "both", "outcome+null"])
            if how in ("flag", "both"):
                pairs.append(("success", self.flag(success)))
            if how != "flag":
                pairs.append(("outcome", json.dumps(word)))
            if how == "outcome+null":
                pairs.append(("success", "null"))
        if low is not None or self.p(0.2):
            pairs.append(("lowPower", self.flag(low)))
        elif self.chaos and self.p(0.2):
            pairs.append(("lowPower", r.choice(['"on"', "7", '""', "[]"])))
        if bucket is not None or self.p(0.2):
            pairs.append(("bucket", self.bucket(bucket)))
        elif self.chaos and self.p(0.2):
            pairs.append(("bucket", r.choice(['"sometimes"', '""', "[]", "true", "{}"])))
        if scheduled is not None:
            pairs.append(("scheduledAt", self.time(scheduled)))
        elif self.p(0.4):
            pairs.append(("scheduledAt", self.no_time() if not self.chaos or self.p(0.7) else r.choice(['"soon"', "12345", "[]", '"2026-02-30T00:00:00Z"', "9e99"])))
        if task is not None:
            pairs.append(("task", self.text(task)))
        elif self.p(0.1):
            pairs.append(("task", "null"))
        if self.p(0.1):
            pairs.append(("reason", r.choice(['"timeout"', "3", "null", "-7"])))
        return self.put(pairs, layout)

    def refused_entry(self, export_at, layout):
        r = self.r
        return r.choice([
            "null", '"x"', "[]", "{}", "17", self.put([("success", "true")], layout), self.put([("at", "null"), ("success", "true")], layout),
            self.put([("at", "-1")], layout), self.put([("at", '"2026-09-23T24:00:00Z"'), ("success", "true")], layout),
            self.put([("at", '"2026-09-23T10:00:00"'), ("success", "true")], layout), self.put([("at", "500000000000"), ("success", "true")], layout),
            self.put([("at", self.time(export_at - H)), ("task", r.choice(["5", "[]", "true", "{}"])), ("success", "true")], layout),
            self.put([("at", self.time(export_at + 5 * MIN + 1 + r.choice([0, H, 9 * D]))), ("success", "true")], layout),
            self.put([("at", "true"), ("success", "true")], layout), self.put([("at", '"2026-09-22T10:00:00Zx"')], layout)])

    # ------------------------------------------------------------ one export

    def export(self, d, runs, E, source, exact=False):
        """Its content, decided once; the text comes later, when the file's layout is known."""
        r = self.r
        told = [(task, at) for task, at in runs if at <= E]
        late = [(task, at) for task, at in runs if E < at <= E + 6 * MIN]       # up to 5 min later: kept; above: refused
        if exact:                                             # all of it, as it is, and no bucket of the export's own
            late = []
        told.sort(key=lambda k: (k[1], k[0] or ""))
        told = told[-100 if exact else -r.choice([5, 12, 30, 30, 100]):]
        if not exact and self.p(0.3):                         # a history that omits runs; another export may tell them
            told = [k for k in told if not self.p(0.3)]
        told += [k for k in late if not self.clean or k[1] <= E + 5 * MIN]
        if not exact and self.p(0.15) and told:                             # within one export the same run twice
            told.append(r.choice(told))
        if self.p(0.3):
            r.shuffle(told)
        pair = d["style"] == "pair" or not exact and self.p(0.03)
        if pair:
            successes = [at for (task, at), v in runs.items() if at <= E and v["success"]]
            told = [] if d["style"] == "pair" or self.p(0.7) else told
        shown = d["platform"]
        day = E // D
        if (d["id"], d["app"], day) not in self.shown:        # one word for a device and day: see the docstring
            self.shown[d["id"], d["app"], day] = None if self.p(0.06) else shown
        shown = self.shown[d["id"], d["app"], day]
        bucket = r.choice([d["home"]] * 4 + [r.choice(BUCKETS), None, None, 60])
        second = r.choice(BUCKETS + [None] * 3)               # lastBucket

        if exact:
            bucket = second = None

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
                pairs.append(("bucket", r.choice(['"hot"', "[]", '""', "false"])))
            if second is not None and self.p(0.4):
                pairs.append(("lastBucket", self.bucket(second)))
            for name in ("lastScheduledAt", "installedAt"):
                if self.p(0.4):
                    # Old enough that no device is too new to count: that is what shapes.py is for.
                    age = r.randrange(20 * D) + (2 * D if name == "installedAt" else 0)
                    pairs.append((name, self.time(E - age) if self.p(0.8) else self.no_time()))
            if self.p(0.2):
                pairs.append(("historyLimit", r.choice(["30", "5", "null"])))
            inner = self.deeper(layout, 2)
            items = [self.entry(d, task, at, runs[task, at], E, inner, exact) for task, at in told]
            if self.chaos and self.p(0.10):
                for _ in range(r.choice([1, 1, 3])):
                    items.insert(r.randrange(len(items) + 1), self.refused_entry(E, inner))
            if items or self.p(0.5):
                pairs.append(("history", self.array(items, self.deeper(layout))))
            elif self.p(0.5):
                pairs.append(("history", "null"))
            if pair:
                pairs.append(("lastRunAt", self.time(max(successes)) if successes and self.p(0.9) else self.no_time()))
            return self.put(pairs, layout)

        self.exports.append({"at": E, "source": source, "write": write})

    def refused_export(self, layout):
        r = self.r
        E, entry = W39 + r.randrange(7 * D), self.put([("at", self.time(W39 - H)), ("success", "true")], self.deeper(layout, 2))
        hist = ("history", self.array([entry], self.deeper(layout)))
        return r.choice([
            self.put([("exportedAt", self.time(E)), hist], layout),                                        # no device
            self.put([("device", r.choice(["12.5", "true", "null", "[]", "{}", "1e3"])), ("exportedAt", self.time(E)), hist], layout),
            self.put([("device", '"out-of-span"'), ("exportedAt", r.choice(["500000000000", '"2026-09-31T00:00:00Z"', '"yesterday"', "true"])), hist], layout),
            self.put([("device", '"phone \\ud83d"'), ("exportedAt", self.time(E)), hist], layout)])

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
                for _ in range(2 if self.p(0.08) else 1):     # now and then two exports of one moment
                    self.export(d, runs, E, "own")
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

        what = r.choice(["first moment", "two words", "two words", "two tasks", "two tasks"])
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
        for number, g in enumerate([g for g in groups if g] + single):
            out.append(self.file(g, f"part-{number:03d}" if self.p(0.5) else f"export_{r.getrandbits(20):05x}_{number}"))
        days = {}
        for e in named:
            days.setdefault(e["at"] // D, []).append(e)
        for day, g in sorted(days.items()):
            date = (EPOCH + dt.timedelta(days=day)).strftime("%Y-%m-%d")
            out.append(self.file(g, r.choice([date, f"fleet-{date}", f"{date}_all"]), dated=True))
        if self.chaos and self.p(0.3):
            out.append((f"cut-{r.randrange(99)}.json.gz", gzip.compress(b'{"device":"gz","exportedAt":1790000000,"history":[]}\n' * 50, mtime=0)[:-9]))
        if self.chaos and self.p(0.2):
            out.append(("empty.json", r.choice([b"", b"\n", b"\xef\xbb\xbf"])))
        if self.chaos and self.p(0.15):
            out.append(("utf16.json", '\ufeff{"device":"u16","exportedAt":1790000000,"history":[]}'.encode("utf-16-le")))
        return out

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
                junk = [self.refused_export(layout)]
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
        return name, data


def main():
    seed, out = sys.argv[1], sys.argv[2]
    fleet = Fleet(seed, "--clean" in sys.argv[3:])
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
