#!/usr/bin/env python3
"""A small random fleet made to hurt an implementation of section 6 of the definitions ("Saying how much is known").

For developers of the program: write a fleet, let knowledge.py and the program compute the same week, compare.

    shapes.py OUT --seed N          writes OUT/slo.json and OUT/bg_runs/*; same seed, same bytes
    shapes.py OUT --seed N --data   also with what section 7 judges ("Is the data there?"), for data_verdict.py
    shapes.py OUT --seed N --open   also with what the definitions leave open (below)

On standard output, as JSON, what to ask: {"week": "2026-W13", "asOf": null or "2026-03-26T10:00:00Z", "app": null or
an id, "task": null or a name}. OUT/bg_runs must not exist yet. Nothing in the fleet is refused but exports of which no
entry can be read: other refusals and the forms of times and files are adversarial.py's part.

Only with --open, since the definitions do not decide it (knowledge.py lists how it decides): exports of one device and moment
that differ in lastScheduledAt or in the entries they hold; a device that tells different installedAt; an export with more
entries than its limit, or with one run twice. What real fleets do all the time is always there, decided or not: silent
devices that come back and tell what they did meanwhile, runs that only a later week's export tells, weeks with a clock change,
clocks up to five minutes ahead, exports that stand in several files, files under two names, numbers written 1.0. With --data
there are also phones restored from the backup of another one, ids made anew at each run, collections that end early, and
limits of its own in slo.json.
"""
import argparse, datetime as dt, json, os, random
from zoneinfo import ZoneInfo

SEC, MIN, H = 1000, 60_000, 3_600_000
D = 24 * H
WEEK = 7 * D
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)

# Weeks to ask, all long over. First those with a clock change (shorter and longer), then a new year, then a plain one.
WEEKS = {
    "UTC": ["2025-W01", "2025-W23", "2026-W01"],
    "Europe/Amsterdam": ["2026-W13", "2025-W43", "2026-W14", "2025-W44", "2021-W01"],
    "America/New_York": ["2026-W10", "2025-W44", "2026-W11", "2025-W45", "2025-W01"],
    "Australia/Lord_Howe": ["2026-W14", "2025-W40", "2026-W15", "2025-W41", "2026-W01"],       # its clock moves by half an hour
}
BUCKETS = [5, 10, 20, 30, 40, 45, 50, 60]
APPS = ["net.example.wallpaper", "net.example.notes", None]
TASKS = ["refresh", "sync", None]
FAILURES = ["failed", "expired", "skipped", "retry", "killed"]
MODES = ["mixed"] * 8 + ["all never", "all fresh", "n 35", "n 36", "n tiny", "noise", "noise", "edge of noise", "edge of noise", "budget"]


class Shape:
    def __init__(self, seed, leave_open, data):
        self.r = r = random.Random(f"shapes/{seed}")
        self.open, self.data = leave_open, data
        self.zone_name = r.choice(sorted(WEEKS))
        self.zone = ZoneInfo(self.zone_name)
        self.week = r.choice(WEEKS[self.zone_name])
        year, number = self.week.split("-W")
        self.monday = dt.datetime.combine(dt.date.fromisocalendar(int(year), int(number), 1), dt.time())
        self.start, self.end = self.local_day(0), self.local_day(7)
        self.mode = r.choice(MODES)
        self.sharp = self.mode == "edge of noise" or self.mode in ("noise", "budget") and self.p(0.5)     # no outliers
        self.T = self.choose_T()
        self.slo = {"p50Hours": 24, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12, "timeZone": self.zone_name}
        if self.p(0.25):
            self.slo.update(r.choice([{"p50Hours": 12, "p90Hours": 48}, {"p50Hours": 72}, {"brokenHours": 72}, {"p50Hours": 1, "p90Hours": 2, "brokenHours": 3}]))
        if data and self.p(0.5):
            limits = {"ageHours": r.choice([1, 24, 48]), "coverageDropPoints": r.choice([0, 5, 30]), "refusedPercent": r.choice([0, 5, 30]),
                      "contradictedPercent": r.choice([0, 10, 50])}
            self.slo["data"] = {k: limits[k] for k in sorted(r.sample(sorted(limits), r.randint(0, 4)))}
        self.marks = [self.slo[k] * H for k in ("p50Hours", "p90Hours", "brokenHours")]

        # the moments at which a definition turns, all in the zone's own days
        days_before_T = {n: self.before_T(n) for n in (7, 28)}
        self.edges = [self.start, self.T, self.local_day(-7), *days_before_T.values()]
        self.midnights = [self.local_day(k) for k in range(-7, 8)]
        self.since_7, self.since_28 = days_before_T[7], days_before_T[28]

        # weeks of the fleet, counted from the one asked: -11 ... 1; some of them nobody exports in
        self.gaps = {k for k in range(-11, 1) if self.p(0.2)} - {0} if self.p(0.6) else set()
        if self.p(0.04):
            self.gaps.add(0)                                            # no reading at all
        self.exact = self.mode.startswith("n ") or self.mode in ("noise", "edge of noise", "budget")
        if self.exact or data and self.p(0.7):
            self.gaps -= {0, -1}
        self.lookback = r.choice([2, 5, 11, 11])                        # how many weeks back the fleet goes
        self.calm = self.p(0.6)                                         # hardly a never: p90 is a number
        self.late_runs = r.choice(["mixed", "mixed", "mixed", "negative", "unknown"])              # what scheduledAt says
        self.apps = [r.choice(APPS)] if self.p(0.5) else list(APPS)
        self.retell = r.choice([0.05, 0.1, 0.4])                        # how often an export tells some of its runs differently
        self.late = r.choice([0, 0.03, 0.15])                           # how often a run is told later than it could be
        self.ahead = r.choice([0.08, 0.08, 0.4])                        # how often a run is ahead of an export
        self.unreadable = r.choice([0, 0.03, 0.1])
        self.ends = self.T - r.randrange(4 * D) if data and self.p(0.25) else None     # when the collection of exports ended
        self.fresh_ids = r.choice([0, 0, 1, 2, 3]) if data else 0          # for each device so many ids that are seen once
        self.restored = r.choice([0, 0.05, 0.2]) if data else 0
        self.bucket_of_week = {}
        self.exports = []                                               # (moment, text)

    def p(self, chance):
        return self.r.random() < chance

    def instant(self, local):
        return (local.replace(tzinfo=self.zone) - EPOCH) // dt.timedelta(milliseconds=1)

    def local_day(self, k):
        return self.instant(self.monday + dt.timedelta(days=k))

    def before_T(self, days):
        local = (EPOCH + dt.timedelta(milliseconds=self.T)).astimezone(self.zone).replace(tzinfo=None)
        return self.instant(local - dt.timedelta(days=days))

    def choose_T(self):
        """The week's end, or a cut-off inside it: at a midnight, at an odd millisecond, near its ends."""
        r = self.r
        if self.p(0.55) or self.mode == "edge of noise":
            return self.end
        pick = r.choice(["midnight", "odd", "odd", "early", "late", "hour"])
        return {"midnight": self.local_day(r.randint(1, 6)), "odd": r.randrange(self.start + 1, self.end),
                "early": self.start + r.choice([1, MIN, H, 5 * H]), "late": self.end - r.choice([1, H]),
                "hour": self.start + r.randint(1, 160) * H}[pick]

    # ------------------------------------------------------------ a device: when it exports

    def somewhere(self, low, high):
        r = self.r
        t = r.randrange(low, high) if low < high else low
        return t - t % r.choice([1, SEC, MIN, H]) if t - H > low else t

    def week_span(self, k):
        return self.local_day(7 * k), self.local_day(7 * k + 7)

    def moments(self, kind):
        r, out = self.r, set()
        if self.mode == "edge of noise":                                # one export a week, far enough apart
            return [self.local_day(k) + r.randrange(D) for k in (-4, 3)]
        lively = r.choice([1, 2, 3, 6])                                 # exports a week
        for k in range(-self.lookback, 2):
            if k in self.gaps:
                continue
            low, high = self.week_span(k)
            if kind in ("ordinary", "dense") or kind == "returning" and k in (-self.lookback, -self.lookback + 1, 0, 1) \
                    or kind == "this week only" and k == 0 or kind == "last week only" and k == -1 or kind == "late" and k >= 0:
                for _ in range(r.randint(0, 2 * lively) if kind != "dense" else r.randint(5, 9)):
                    out.add(self.somewhere(low, high))
        if kind == "silent":                                            # heard in (T - 28 d, T - 7 d) or at its ends
            edge = r.choice([None, None, self.since_7, self.since_28])
            if edge is None:
                for _ in range(r.randint(1, 4)):
                    out.add(self.somewhere(self.since_28, self.since_7))
            else:
                out.add(edge + r.choice([0, 0, -1, 1]))
            if self.p(0.4):
                out.add(self.since_28 - r.randrange(1, 40 * D))
            if self.p(0.3):
                out.add(self.T + r.choice([0, 0, 1, r.randrange(WEEK)]))             # and comes back, too late to be heard
        elif kind != "late":
            for edge in self.edges + self.midnights:
                if self.p(0.05):
                    out.add(edge + r.choice([0, 0, -1, 1]))
        if self.exact and kind == "ordinary":                           # surely one reading in both windows
            out.add(self.somewhere(self.start, self.T))
            out.add(self.somewhere(self.local_day(-7), self.since_7))
        if not self.exact:
            for t in sorted(out):                                       # and again soon after
                if self.p(self.ahead / 4):
                    out.add(t + r.choice([1, SEC, 2 * MIN, 5 * MIN, 5 * MIN + 1]))
        return sorted(t for t in out if not self.in_gap(t) and (self.ends is None or not self.ends <= t < self.T))

    def in_gap(self, t):
        return any(self.local_day(7 * k) <= t < self.local_day(7 * k + 7) for k in self.gaps)

    # ------------------------------------------------------------ a device: what really happened

    def truth(self, d, exports):
        """Its runs: (task, at) -> value, told the same way by every export that does not retell it."""
        r, runs = self.r, {}

        def add(at, success=None, forced=False, task=Ellipsis):
            if not forced:
                success = r.random() < d["ok"] if self.p(0.85) else None
            if self.mode == "all never" or d["never"]:
                success = success and None if self.p(0.5) else False
            delay = r.choice({"mixed": [None, None, 0, 1, H, r.randrange(12 * H), -r.randrange(1, 3 * H), -1],
                              "negative": [None, -1, -H, -r.randrange(1, 3 * H), 0], "unknown": [None]}[self.late_runs])
            task = r.choice(d["tasks"]) if task is Ellipsis else task
            runs[task, at] = {"success": success, "word": r.choice(FAILURES), "how": r.choice(["flag", "outcome", "both"]),
                              "low": r.choice([True, False, None]), "bucket": r.choice([None, None, d["home"], r.choice(BUCKETS)]),
                              "scheduled": None if delay is None else at - delay,
                              # no export made before tells it; some runs are first told when the week is over
                              "from": r.choice([self.T, self.T, at + D, at + 9 * D]) if self.p(0 if self.exact or forced else self.late) else 0}

        if d["style"] == "never ran" or not exports:
            return runs
        t = exports[0] - r.choice([0, 1, 6, 20]) * D
        while d["style"] != "sparse":
            t += 1 + int(r.expovariate(d["rate"]) * D)
            if self.p(0.06):
                t += r.randrange(9 * D)                                 # an outage
            if t >= exports[-1]:
                break
            add(t - t % r.choice([1, SEC]))
        for E in exports:
            if self.mode == "all fresh":
                add(E - r.randrange(0, min(self.marks)), True, True)
            if self.p(0.12):                                            # staleness exactly at a threshold
                add(E - r.choice([*self.marks, D]) + r.choice([0, 0, -1, 1]), True, True)
            for _ in range(r.choice([1, 2])):
                if self.p(self.ahead):                                  # up to five minutes ahead of its export
                    add(E + r.choice([0, 1, SEC, 5 * MIN, r.randrange(5 * MIN)]))
            if self.p(self.ahead / 4):                                  # two that count at the same moment, and differ
                add(E + 1, True, True)
                add(E + MIN, *r.choice([(True, True), (False, True), (None, True)]))
            if self.p(0.05):
                add(E, *r.choice([(True, True), (False, True), (None, True)]))
        for edge in self.edges:
            if self.p(0.06):
                add(edge + r.choice([0, -1, 1]))
        if len(d["tasks"]) > 1 and self.p(0.5) and runs:                # two tasks at the same millisecond
            task, at = r.choice(sorted(runs, key=lambda k: (k[1], k[0] or "")))
            if runs[task, at]["success"]:
                add(at, False, True, r.choice([t for t in d["tasks"] if t != task]))

        # readings at an exact distance: what noise, budgets and percentiles turn on
        for low, high, shift in ((self.local_day(-7), self.since_7, 0), (self.start, self.T, d["shift"])):
            last = max((E for E in exports if low <= E < high), default=None)
            if last is not None and d["gap"] is not None:
                gap = max(0, d["gap"] + shift)
                if d["gaps"]:
                    gap = d["gaps"][low == self.start]
                for (task, at), v in runs.items():
                    if last - gap < at <= last + 5 * MIN:
                        v["success"] = None if v["success"] is None else False
                add(last - gap, True, True)
        return runs

    def full_history(self, exports, runs, d):
        """Runs that fill the recorder from one export to the next: the oldest kept one just before, at or after the previous."""
        r = self.r
        for previous, E in zip(exports, exports[1:]):
            if self.p(0.35) and E - previous > 2 * d["limit"]:
                between = sorted(r.sample(range(previous + 2, E), d["limit"] - 1)) if d["limit"] > 1 else []
                for (task, at) in [k for k in runs if previous - 1 <= k[1] <= E + 5 * MIN]:
                    del runs[task, at]                                  # nothing else there that would fill it
                for at in [previous + r.choice([-1, 0, 0, 1, 1])] + between:
                    runs[d["tasks"][0], at] = {"success": None if self.mode == "all never" or d["never"] else r.choice([True, False, None]),
                                               "word": r.choice(FAILURES), "how": "both", "low": None, "bucket": None, "scheduled": at - H,
                                               "from": 0}

    # ------------------------------------------------------------ text

    def time(self, t):
        """One moment, in a form that holds its millisecond."""
        form = self.r.choice(["s", "s", "ms", "iso"])
        if form == "ms":
            return str(t)
        if form == "iso":
            when = EPOCH + dt.timedelta(milliseconds=t)
            return '"' + when.strftime("%Y-%m-%dT%H:%M:%S") + (f".{t % 1000:03d}" if t % 1000 else "") + 'Z"'
        return f"{t // 1000}.{t % 1000:03d}" if t % 1000 else str(t // 1000)

    def number(self, whole):
        """A whole number by its value."""
        return self.r.choice([f"{whole}.0", f"{whole}e0"]) if self.p(0.1) else str(whole)

    def flag(self, value):
        return self.number(int(value)) if self.p(0.2) else "true" if value else "false"

    def outcome(self, word):
        return json.dumps(self.r.choice([word.upper(), word.title()]) if self.p(0.1) else word)

    def optional(self, pairs, name, t):
        if t is not None:
            pairs.append((name, self.time(t)))
        elif self.p(0.3):
            pairs.append((name, self.r.choice(["null", "0", "-1"])))

    @staticmethod
    def object(pairs):
        return "{" + ",".join(json.dumps(k) + ":" + v for k, v in pairs) + "}"

    def entry(self, task, at, v, retold):
        r = self.r
        success, bucket = v["success"], v["bucket"]
        if retold:
            success, bucket = r.choice([success, success and None, None]), r.choice([bucket, r.choice(BUCKETS)])
        pairs = [("at", self.time(at))]
        word = "success" if success else v["word"]
        if success is None:
            shape = r.choice(["absent", "null", "disagree"])
            if shape == "null":
                pairs.append(("success", "null"))
            elif shape == "disagree":                                   # said both ways: unknown
                pairs += [("success", self.flag(True)), ("outcome", self.outcome(v["word"]))]
        else:
            if v["how"] != "outcome":
                pairs.append(("success", self.flag(success)))
            if v["how"] != "flag":
                pairs.append(("outcome", self.outcome(word)))
        self.optional(pairs, "scheduledAt", v["scheduled"])
        if v["low"] is not None:
            pairs.append(("lowPower", self.flag(v["low"])))
        if bucket is not None:
            pairs.append(("bucket", self.number(bucket)))
        if task is not None:
            pairs.append(("task", json.dumps(task)))
        return self.object(pairs)

    def export(self, d, runs, E, bucket, entries, limit, installed, scheduled, retold, unreadable=False):
        r = self.r
        pairs = [("device", json.dumps(d["id"])), ("exportedAt", self.time(E))]
        if d["app"] is not None:
            pairs.append(("app", json.dumps(d["app"])))
        if d["platform"] is not None:
            pairs.append(("platform", json.dumps(d["platform"])))
        if bucket is not None:
            pairs.append(("bucket", self.number(bucket)))
        self.optional(pairs, "lastScheduledAt", scheduled)
        self.optional(pairs, "installedAt", installed)
        if limit != 30 or self.p(0.5):
            pairs.append(("historyLimit", self.number(limit)))
        if unreadable:                                                  # entries as JSON texts, and others without a time
            items = [json.dumps(self.entry(task, at, runs[task, at], False)) for task, at in entries]
            items += r.choices(['{"success":true}', "null", '{"at":"soon"}', '{"at":0}'], k=r.randint(0 if items else 1, 3))
            pairs.append(("history", "[" + ",".join(items) + "]"))
            if self.p(0.2):
                pairs.append(("lastRunAt", self.time(E - H)))
        elif d["style"] == "pair":                                        # Android's preference pair: one successful run
            successes = [at for (task, at), v in runs.items() if at <= E and v["success"]]
            if successes:
                pairs.append(("lastRunAt", self.time(max(successes))))
        else:
            items = [self.entry(task, at, runs[task, at], retold and self.p(0.5)) for task, at in entries]
            if self.open and items and self.p(0.1):
                items.append(r.choice(items))
            if self.p(0.2):
                r.shuffle(items)
            if items or self.p(0.7):
                pairs.append(("history", "[" + ",".join(items) + "]"))
        r.shuffle(pairs)
        return self.object(pairs)

    # ------------------------------------------------------------ a device, whole

    def device(self, index, once=False):
        r = self.r
        kind = r.choices(["ordinary", "dense", "silent", "returning", "this week only", "last week only", "late", "new"],
                         [8, 2, 2, 1, 1, 1, 2, 2])[0]
        if self.exact:
            kind = "ordinary"
        if once:
            kind = "this week only"
        platform = r.choice(["ios", "ios", "android", "android", "android", "web", None])
        base = {"noise": 30 * H, "edge of noise": 30 * H, "budget": self.marks[1]}.get(self.mode)
        d = {"id": f"device-{index % 60 if self.p(0.1) else index}", "app": r.choice(self.apps), "platform": platform,
             "home": r.choice(BUCKETS), "style": r.choices(["ordinary", "sparse", "never ran", "pair"], [9, 2, 1, 1])[0],
             "never": self.p(0.08), "rate": r.choice([0.15, 0.6, 1.5, 4]), "ok": r.choice([0.1, 0.6, 0.95]),
             "limit": r.choice([1, 2, 3, 4, 5, 30, 30, 30]), "tasks": r.sample(TASKS, r.choice([1, 1, 2, 3])),
             "gap": None, "gaps": None, "shift": 0, "bucket_by_week": self.p(0.4), "backup": None}
        if self.calm:
            d["never"], d["ok"] = self.p(0.01), max(d["ok"], 0.6)
            d["style"] = "ordinary" if d["style"] == "never ran" else d["style"]
        if (d["app"], d["id"]) in self.taken:
            d["id"] = f"device-{index}-again"
        self.taken.add((d["app"], d["id"]))
        if base is not None and (self.sharp or self.p(0.95)):
            d["style"], d["never"], d["limit"] = "sparse", False, 30
            d["gap"] = base + r.choice([0, 0, 1, -1, r.randrange(-self.spread, self.spread)])
            d["shift"] = r.choice([self.shift, self.shift, self.shift + 1, 0])
            if self.mode == "edge of noise":
                # of 36, p90 is rank 33 and its interval ranks 29 to 36: a change of 5 h, 3 h and 4 h to the two limits, so
                # that the interval of the change begins exactly at 0, or a millisecond beside it
                d["gaps"] = (base + (4 * H + self.beside if index == 35 else 0), base + (2 * H if index < 29 else 5 * H))
        elif self.p(0.1):
            d["gap"] = r.choice(self.marks) + r.choice([0, -1, 1])

        exports = self.moments("this week only" if kind == "new" and self.p(0.6) else "ordinary" if kind == "new" else kind)
        if kind == "new" and not exports and self.T > self.start and not self.in_gap(self.start):
            exports = [self.somewhere(self.start, self.T)]
        if once and not self.in_gap(self.start):
            exports = [self.somewhere(self.start, self.T if self.ends is None else max(self.start + 1, self.ends))]
        if not exports:
            return
        if kind == "new":
            d["never"] = self.p(0.3 if self.calm else 0.7)                                    # no success yet, or a success
            d["style"] = r.choice(["sparse", "never ran", "ordinary"])
        if self.p(self.restored):
            d["backup"] = exports[len(exports) // 2] - r.choice([0, 1, H, D])
        runs = self.truth(d, exports)
        if d["limit"] <= 5 and d["style"] in ("ordinary", "sparse"):
            self.full_history(exports, runs, d)

        installed = None
        if kind == "new" or self.p(0.15):
            low, high = r.choice([(self.start, self.T), (self.start, self.T), (self.local_day(-7), self.since_7)])
            last = max((E for E in exports if low <= E < high), default=exports[-1])
            p50 = self.slo["p50Hours"] * H
            installed = last - r.choice([0, 1, p50, p50 - 1, p50 + 1, r.randrange(p50), r.randrange(30 * D), -1, -2 * MIN, -3 * D])
        if kind == "late" and self.p(0.5):                              # which of the three comes first differs
            installed = exports[0] + r.choice([0, -1, -H, -2 * D, 9 * H])
        if self.exact:
            installed = None                                            # nobody drops out of n
        run_times = sorted(at for _, at in runs)

        for E in exports:
            told = sorted((k for k in runs if k[1] <= E + 5 * MIN and (k[1] <= E or self.p(0.7)) and runs[k]["from"] <= E),
                          key=lambda k: (k[1], k[0] or ""))
            if d["backup"] is not None and E >= d["backup"] and self.p(0.5):           # the second phone, which never runs
                told = [k for k in told if k[1] < d["backup"]]
            limit = d["limit"]
            told = told[-limit - (self.open and self.p(0.1)):]
            ran = [at for at in run_times if at <= E]
            latest = ran[-1] if ran else E - 2 * D
            scheduled = r.choice([None, None, latest, latest + 1, latest - 1, latest + H, latest - 3 * H, E, E + H])
            home = r.choice(BUCKETS) if d["bucket_by_week"] and self.p(0.3) else d["home"]
            if d["bucket_by_week"]:                                     # so that a bucket is there in one week and not in another
                home = self.bucket_of_week.setdefault((E - self.start) // WEEK, r.choice(BUCKETS)) if self.p(0.7) else home
            bucket = None if d["platform"] == "ios" or self.p(0.2) else home
            told_installed = installed
            if self.open and self.p(0.2):
                told_installed = r.choice([None, E - r.randrange(4 * D)])
            args = (runs, E, bucket, told, limit, told_installed, scheduled)
            retold = not self.sharp and self.p(self.retell)
            self.exports.append((E, self.export(d, *args, retold)))
            if self.p(0.07) and not self.sharp:                                            # once more at the same moment, told a little differently
                other = r.choice(BUCKETS) if bucket is not None else None
                if self.open:
                    told, scheduled = told[r.randrange(2):], r.choice([None, scheduled, E])
                self.exports.append((E, self.export(d, runs, E, other, told, limit, told_installed, scheduled, retold=True)))
            elif self.p(0.06):                                          # the same export in two files, in other spelling
                self.exports.append(self.exports[-1] if retold or self.open else (E, self.export(d, *args, retold=False)))
            if self.p(self.unreadable):                                 # it would be the latest, were it not refused
                after = E + r.choice([1, H, D, 3 * D])
                self.exports.append((after, self.export(d, runs, after, bucket, told, limit, told_installed, scheduled, False, unreadable=True)))

    # ------------------------------------------------------------ the fleet

    def build(self):
        self.taken = set()
        self.shift = self.r.choice([0, 6 * H, 12 * H, 12 * H, 5 * D, -24 * H])           # how much worse this week is
        self.spread, self.beside = self.r.choice([MIN, H, 9 * H]), self.r.choice([0, 0, 1, -1])
        count = {"n 35": 35, "n 36": 36, "edge of noise": 36, "n tiny": self.r.choice([1, 2, 5, 6, 10, 28, 29]), "noise": self.r.randint(36, 80)}.get(self.mode) or self.r.randint(5, 80)
        for index in range(count):
            self.device(index)
        for index in range(0 if self.exact else min(count, 30) * self.fresh_ids):
            self.device(1000 + index, once=True)

    def write(self, out):
        r = self.r
        folder = os.path.join(out, "bg_runs")
        os.makedirs(folder)
        with open(os.path.join(out, "slo.json"), "w", encoding="utf-8") as f:
            json.dump(self.slo, f, indent=2)
            f.write("\n")
        files = {}
        for E, text in self.exports:                                    # a week's exports share a file, or a day's
            files.setdefault((E // r.choice([D, WEEK]), r.randrange(2)), []).append(text)
        for index, (_, texts) in enumerate(sorted(files.items())):
            r.shuffle(texts)
            layout = r.choice(["array", "lines"])
            name = f"part-{index:03d}" + (".json" if layout == "array" else ".ndjson")
            names = [name] + [f"2026-01-05 copy of {name}"] * self.p(0.05)              # an equal file, under another name
            if self.p(0.05):
                names[0] = f"part-{index:03d}" + (".JSON" if layout == "array" else ".NDJson")
            for name in names:
                with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as f:
                    f.write("[\n" + ",\n".join(texts) + "\n]\n" if layout == "array" else "".join(t + "\n" for t in texts))

    def question(self):
        r = self.r
        when = EPOCH + dt.timedelta(milliseconds=self.T)
        as_of = None if self.T == self.end else when.strftime("%Y-%m-%dT%H:%M:%S") + (f".{self.T % 1000:03d}" if self.T % 1000 else "") + "Z"
        app = None if self.exact or self.p(0.75) else r.choice(self.apps)
        task = None if self.exact or self.p(0.75) else r.choice(["refresh", "sync"])
        return {"week": self.week, "asOf": as_of, "app": app, "task": task}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--seed", type=int, required=True)
    p.add_argument("--data", action="store_true", help="also what section 7 judges")
    p.add_argument("--open", action="store_true", help="also what the definitions leave open")
    a = p.parse_args()
    if os.path.exists(os.path.join(a.out, "bg_runs")):
        raise SystemExit(f"shapes: {a.out}/bg_runs is there already; name a new folder")
    shape = Shape(a.seed, a.open, a.data)
    shape.build()
    shape.write(a.out)
    print(json.dumps(shape.question()))


if __name__ == "__main__":
    main()
