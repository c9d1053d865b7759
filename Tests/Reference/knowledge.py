#!/usr/bin/env python3
"""Section 6 of the definitions ("Saying how much is known") once more, independently of the program.

For developers of the program: its figures are compared with what this prints. It shares no code and no shortcut with
the program. Standard library only, exact (integer milliseconds, fractions, whole binomial sums), clarity over speed.
Reading exports, what a run is, readings and their figures (sections 1 to 3) come from reference.py beside it.

    knowledge.py METRICS_FOLDER --week 2026-W39 [--as-of TIME] [--app ID] [--task NAME] [--now TIME]

METRICS_FOLDER holds slo.json and bg_runs/. --now replaces the clock (only matters for a week that is not over).
Prints one JSON object. Hours are floats at full precision, null where a figure does not exist; "never" is told by the
...Never booleans, with the hours null.

Where the definitions leave room, this is how they are read here:

 1. A reading's lastScheduledAt is that of its own export, not of an earlier one: what was scheduled since is not known. Of
    several exports of one device at the same moment, the latest.
 2. A device's installedAt at E is the one that its latest export at or before E with an installedAt tells (at the same
    moment: the latest). Too new is plain arithmetic: E - installedAt < p50Hours, also where installedAt is later than E.
 3. A run ahead of its export counts at the export's own time at that export's reading, and at its own time at later ones
    (as reference.py has it). The exposure of a device is that of what its reading in the window knows. A schedule delay
    is taken from the run's own `at`.
 4. "28 days before T" and "the last 7 of them" are calendar days in the SLO's zone, as weeks and baselines are: of a whole
    week nobody is silent who has a reading in it, clock change or not. Both are half open, as windows are: an export at
    T - 7 d is in the last 7, one at T is not.
 5. A silent device's last success is the last one at or before T that an export before T told. Where the device comes back
    later and tells more, the report of this week stays as it was (section 4).
 6. Truncated counts moments (device, exportedAt), of exports in the window, whatever the task: the recorder's limit is one
    for all tasks. At least historyLimit entries, the oldest strictly later than the device's latest earlier export. Where
    one of several exports at the same moment tells without a gap, nothing is unknown.
 7. "No run at all" is "scheduled, not run" only where lastScheduledAt is known. A run is after the last success when its
    time is strictly later. Of several latest runs at the same moment the one that would stand in section 1 gives its word.
 8. The first known moment of a device is the earliest of: its runs (of the task, where one is asked for), its exports, and
    the installedAt of any of its exports at or before E.
 9. The runs of the schedule delay are those of the success rate: the readings', from the window's start to each E. (Runs
    after E, known only from later weeks, would change an old report: section 4.)
10. A day's success rate takes the runs from the day's start.
11. A week without readings ends the row of missed weeks: of it nothing can be said.
12. The mix leaves out a bucket missing in this week; one missing in the baseline has share 0 there and weighs nothing.
"""
import argparse, datetime as dt, json, os, re, sys
from collections import Counter, namedtuple
from decimal import Decimal, localcontext
from fractions import Fraction
from zoneinfo import ZoneInfo

import reference as ref
from reference import HOUR

# ---------------------------------------------------------------- input: what section 6 needs beyond sections 1 to 5

# What one export says beside its runs. oldest: the time of its earliest entry, None without entries.
More = namedtuple("More", "installed_at last_scheduled_at entries limit oldest")


class Store(ref.Store):
    """The store of reference.py, which also keeps what section 6 asks of an export."""

    def __init__(self, zone):
        super().__init__(zone)
        self.more = {}               # (key, exported_at) -> [More], several where exports share a moment

    def read_export(self, name, place, value, envelope):
        before = len(self.exports)
        super().read_export(name, place, value, envelope)
        if len(self.exports) == before:                                 # refused
            return
        export = self.exports[-1]
        history = value.get("history")
        history = history if isinstance(history, list) else []
        times = [ref.optional_time(e.get("at")) for e in history if isinstance(e, dict)]
        times = [t for t in times if t is not None and t <= export.exported_at + 5 * 60_000]
        limit = value.get("historyLimit")
        limit = int(limit) if isinstance(limit, str) and re.fullmatch(r"[0-9]{1,9}", limit) else 0
        more = More(ref.optional_time(value.get("installedAt")), ref.optional_time(value.get("lastScheduledAt")),
                    len(history), limit if limit > 0 else 30, min(times, default=None))
        self.more.setdefault((export.key, export.exported_at), []).append(more)


def read_slo(path):
    """Thresholds as whole numbers or exact fractions."""
    with open(path, encoding="utf-8-sig") as f:
        return json.load(f, parse_float=Fraction)


def read_folder(folder, zone):
    store = Store(zone)
    runs = os.path.join(folder, "bg_runs")
    for name in sorted(os.listdir(runs)):
        if re.fullmatch(r"[^.].*\.(json|ndjson|jsonl)(\.gz)?", name) and os.path.isfile(os.path.join(runs, name)):
            store.read_file(runs, name)
    return store


# ---------------------------------------------------------------- numbers

NEVER = ref.NEVER                                                       # ranked after every number


def nearest_rank(values, percent):
    """The value at rank ceil(q n), None without values."""
    ranked = sorted(values)
    return ranked[-(-percent * len(ranked) // 100) - 1] if ranked else None


def hours(ms):
    """The only division that is floating point."""
    return None if ms is None or ms == NEVER else ms / HOUR


def is_never(ms):
    return ms == NEVER


def share(part, whole):
    return float(Fraction(part, whole)) if whole else None


# ---------------------------------------------------------------- readings, with what section 6 asks of them

# value: staleness, NEVER where it is. known: the device's runs at or before E, as (at, run); at is the moment it counts at
Known = namedtuple("Known", "at run")
Rich = namedtuple("Rich", "plain key E value label known last_scheduled_at")


def known_runs(runs, moment):
    """Runs at or before a moment. One told before it happened (up to 5 minutes) counts at the export that told it."""
    out = []
    for run in runs:
        if run.at <= moment:
            out.append(Known(run.at, run))
        else:
            told = [t for t in run.told if t <= moment]
            if told:
                out.append(Known(max(told), run))
    return out


def last_success(known):
    return max((k.at for k in known if k.run.value.success is True), default=None)


def last_of(values):
    return max((v for v in values if v is not None), default=None)


class Fleet:
    """The exports and runs that --app and --task leave."""

    def __init__(self, store, slo, app, task):
        self.slo, self.more = slo, store.more
        stands = {identity: ref.standing([t for t, _ in told]) for identity, told in store.told.items()}
        self.exports = [e for e in store.exports if app is None or e.key[0] == app]
        if task is not None:
            with_task = {a for a, _, t, _ in stands if t == task}
            self.exports = [e for e in self.exports if e.key[0] in with_task]
        self.runs = {}
        for (a, d, t, at), value in stands.items():
            if task is None or t == task:
                self.runs.setdefault((a, d), []).append(ref.Run(at, t, value, [x.exported_at for x, _ in store.told[a, d, t, at]]))
        self.moments = {}                                               # device -> the moments of its exports
        for e in self.exports:
            self.moments.setdefault(e.key, set()).add(e.exported_at)

    def readings(self, start, end):
        """(readings, how many were too new to be one)."""
        kept, too_new = [], 0
        for plain in ref.readings(self.exports, self.runs, start, end):
            installed_at = self.installed_at(plain.key, plain.exported_at)
            if (plain.staleness is None and installed_at is not None
                    and plain.exported_at - installed_at < self.slo["p50Hours"] * HOUR):
                too_new += 1
                continue
            known = known_runs(self.runs.get(plain.key, []), plain.exported_at)
            success = last_success(known)
            assert plain.staleness == (None if success is None else plain.exported_at - success)
            kept.append(Rich(plain, plain.key, plain.exported_at, NEVER if success is None else plain.staleness, plain.label,
                             known, last_of(m.last_scheduled_at for m in self.more[plain.key, plain.exported_at])))
        return kept, too_new

    def said_by(self, key, E):
        """What the device's exports at or before E say, the latest moment first: [[More], ...]."""
        return [self.more[key, at] for at in sorted(self.moments[key], reverse=True) if at <= E]

    def installed_at(self, key, E):
        for said in self.said_by(key, E):
            if any(m.installed_at is not None for m in said):
                return last_of(m.installed_at for m in said)
        return None

    def first_known(self, r):
        """The first known moment of a reading's device: first run, first export, installedAt."""
        moments = [at for at in self.moments[r.key] if at <= r.E] + [k.at for k in r.known]
        moments += [m.installed_at for said in self.said_by(r.key, r.E) for m in said if m.installed_at is not None]
        return min(moments)


# ---------------------------------------------------------------- intervals

RANKS = {}                                                              # (n, percent) -> (l or None, u or None)


def ranks(n, percent):
    """The order statistics that bound a quantile at 95 %: whole numbers, nothing rounded.

    For B ~ binomial(n, percent/100), P(B = k) = C(n, k) p^k (100-p)^(n-k) / 100^n; numerators and denominator stay integers.
    """
    if (n, percent) not in RANKS:
        p, denominator = percent, 100 ** n
        numerators, term = [], (100 - p) ** n
        for k in range(n + 1):
            numerators.append(term)
            term = term * (n - k) * p // ((k + 1) * (100 - p)) if k < n else 0     # C(n,k) p^k q^(n-k): divides evenly
        assert sum(numerators) == denominator
        lower = upper = None
        below = 0                                                       # P(B < l)
        for l in range(1, n + 1):
            below += numerators[l - 1]
            if below * 1000 > 25 * denominator:
                break
            lower = l
        above = 0                                                       # P(B >= u)
        for u in range(n, 0, -1):
            above += numerators[u]
            if above * 1000 > 25 * denominator:
                break
            upper = u
        RANKS[n, percent] = (lower, upper)
    return RANKS[n, percent]


def limits(values, percent):
    """(lower, upper): milliseconds or NEVER; None where there is no limit."""
    ranked = sorted(values)
    lower, upper = ranks(len(ranked), percent) if ranked else (None, None)
    return (None if lower is None else ranked[lower - 1]), (None if upper is None else ranked[upper - 1])


def interval(rs):
    out = {}
    for name, percent in (("p50", 50), ("p90", 90)):
        lower, upper = limits([r.value for r in rs], percent)
        out[name] = {"lowerHours": hours(lower), "lowerNever": is_never(lower), "upperHours": hours(upper), "upperNever": is_never(upper)}
    return out


def with_buckets(rs):
    labels = sorted({r.label for r in rs})
    return {"all": interval(rs), "buckets": [{"bucket": label, **interval([r for r in rs if r.label == label])} for label in labels]}


# ---------------------------------------------------------------- change: noise, behaviour, mix


def change(now, before):
    """None where p90's change is no number."""
    x, y = (nearest_rank([r.value for r in rs], 90) for rs in (now, before))
    if x is None or y is None or NEVER in (x, y):
        return None
    delta = x - y
    (l, u), (l2, u2) = (limits([r.value for r in rs], 90) for rs in (now, before))

    def usable(*ends):
        return all(e is not None and e != NEVER for e in ends)

    down = (x - l) ** 2 + (u2 - y) ** 2 if usable(l, u2) else None      # the squared distances to the two ends
    up = (u - x) ** 2 + (y - l2) ** 2 if usable(u, l2) else None
    # it holds 0: delta - sqrt(down) <= 0 <= delta + sqrt(up), without taking a root
    reaches_down = down is None or delta <= 0 or delta ** 2 <= down
    reaches_up = up is None or delta >= 0 or delta ** 2 <= up
    with localcontext() as context:
        context.prec = 60                                               # the root, far beyond a float's digits
        lower = None if down is None else float((delta - Decimal(down).sqrt()) / HOUR)
        upper = None if up is None else float((delta + Decimal(up).sqrt()) / HOUR)

    mixed, missing = at_the_mix_of(now, before)
    shown = mixed is not None and mixed != NEVER
    return {"p90LowerHours": lower, "p90UpperHours": upper, "withinNoise": reaches_down and reaches_up,
            "behaviourHours": hours(mixed - y) if shown else None, "mixHours": hours(x - mixed) if shown else None,
            "mixWithout": missing}


def at_the_mix_of(now, before):
    """(p90 of `now` weighted to the bucket shares of `before`, buckets of `before` that `now` lacks)."""
    n, wanted = Counter(r.label for r in now), Counter(r.label for r in before)
    weight = {label: Fraction(wanted[label], n[label]) for label in n if wanted[label]}
    total = sum(weight[label] * n[label] for label in weight)
    so_far = Fraction(0)
    answer = None
    for r in sorted((r for r in now if r.label in weight), key=lambda r: r.value):
        so_far += weight[r.label]
        if so_far * 100 >= 90 * total:
            answer = r.value
            break
    return answer, sorted(set(wanted) - set(n))


# ---------------------------------------------------------------- silent, truncated


def silent(fleet, rs, since_28, since_7, T):
    theirs = [key for key, moments in fleet.moments.items()
              if any(since_28 <= at < T for at in moments) and not any(since_7 <= at < T for at in moments)]
    least, most = [r.value for r in rs], [r.value for r in rs]
    for key in theirs:
        told_before = [run for run in fleet.runs.get(key, []) if any(t < T for t in run.told)]
        success = last_success(known_runs(told_before, T))
        least.append(0)
        most.append(NEVER if success is None else T - success)
    lower, upper = nearest_rank(least, 90), nearest_rank(most, 90)
    return {"devices": len(theirs), "p90LowerHours": hours(lower), "p90LowerNever": is_never(lower),
            "p90UpperHours": hours(upper), "p90UpperNever": is_never(upper)}


def truncated(fleet, start, T):
    count = 0
    for key, moments in fleet.moments.items():
        ordered = sorted(moments)
        for previous, at in zip(ordered, ordered[1:]):                  # a device's first export has no previous one
            if start <= at < T:
                count += all(m.oldest is not None and m.entries >= m.limit and m.oldest > previous for m in fleet.more[key, at])
    return count


# ---------------------------------------------------------------- cause

CAUSES = ("ran, no success", "scheduled, not run", "not scheduled again", "unknown")


def cause(r):
    """(cause, outcome of the latest run where that is the cause)."""
    success = last_success(r.known)
    last_run = max((k.at for k in r.known), default=None)
    if last_run is not None and (success is None or last_run > success):
        latest = min((k.run.value for k in r.known if k.at == last_run), key=lambda v: (ref.preference(v), v.word))
        return "ran, no success", latest.word
    if r.last_scheduled_at is not None:
        return ("scheduled, not run" if last_run is None or r.last_scheduled_at > last_run else "not scheduled again"), None
    return "unknown", None


def stale(rs, slo):
    found = [(*cause(r), r.label) for r in rs if r.value >= slo["p90Hours"] * HOUR]      # never included
    rows = []
    for name, outcome in sorted({(c, o) for c, o, _ in found}, key=lambda co: (CAUSES.index(co[0]), co[1] or "")):
        buckets = Counter(label for c, o, label in found if (c, o) == (name, outcome))
        rows.append({"cause": name, "outcome": outcome, "devices": sum(buckets.values()),
                     "buckets": [{"bucket": label, "devices": n} for label, n in sorted(buckets.items())]})
    return {"devices": len(found), "causes": rows}


# ---------------------------------------------------------------- day by day, weeks, budget


def figures(rs):
    f = ref.figures([r.plain for r in rs])
    exact = f["exact"]
    return {"devices": f["devices"], "p50Hours": hours(exact["p50Ms"]), "p50Never": f["p50Never"],
            "p90Hours": hours(exact["p90Ms"]), "p90Never": f["p90Never"],
            "runRate": share(exact["ran24"], f["devices"]), "successRate": share(exact["successes"], exact["successKnown"]),
            "brokenDevices": f["brokenDevices"]}


def day_by_day(fleet, start, T, zone):
    out, date = [], ref.local_time(start, zone).date()
    while True:
        midnight, following = (ref.instant(dt.datetime.combine(date + dt.timedelta(days=k), dt.time()), zone) for k in (0, 1))
        if midnight >= T:
            return out
        rs, _ = fleet.readings(midnight, min(following, T))
        out.append({"date": date.isoformat(), **figures(rs)})
        date += dt.timedelta(days=1)


def budget(rs, slo):
    if not rs:
        return None
    return {which: float(Fraction(sum(r.value >= slo[which + "Hours"] * HOUR for r in rs), len(rs)) / allowed)
            for which, allowed in (("p50", Fraction(1, 2)), ("p90", Fraction(1, 10)))}


def last_weeks(fleet, monday, this_week, zone):
    """The last 8 weeks, oldest first; this_week: the readings of the report's own."""
    out, missed = [], []
    for back in range(7, -1, -1):
        first = monday - dt.timedelta(days=7 * back)
        if back:
            rs, _ = fleet.readings(ref.instant(first, zone), ref.instant(first + dt.timedelta(days=7), zone))
        else:
            rs = this_week
        f, b = figures(rs), budget(rs, fleet.slo)
        year, week, _ = first.isocalendar()
        out.append({"week": f"{year:04d}-W{week:02d}", **{k: f[k] for k in ("devices", "p50Hours", "p50Never", "p90Hours", "p90Never")},
                    "budgetP50": b and b["p50"], "budgetP90": b and b["p90"]})
        p90 = nearest_rank([r.value for r in rs], 90)
        missed.append(p90 is not None and p90 >= fleet.slo["p90Hours"] * HOUR)
    in_a_row = 0
    while in_a_row < 8 and missed[-1 - in_a_row]:
        in_a_row += 1
    return out, in_a_row


# ---------------------------------------------------------------- exposure


def exposure(fleet, rs, start):
    """Staleness over device-time. Between two successes it grows with the clock: every stretch of time is one [from, to) of
    staleness, evenly filled, and the time with staleness <= s is a sum of straight lines with corners at whole milliseconds."""
    stretches, never = [], 0
    for r in rs:
        begin = max(start, fleet.first_known(r))
        if begin >= r.E:
            continue
        successes = sorted({k.at for k in r.known if k.run.value.success is True})
        before = [s for s in successes if s <= begin]
        corners = [begin] + [s for s in successes if begin < s < r.E] + [r.E]
        last = before[-1] if before else None
        for a, b in zip(corners, corners[1:]):
            if last is None:
                never += b - a
            else:
                stretches.append((a - last, b - last))
            last = b                                                    # the next stretch begins at a success
    total = never + sum(b - a for a, b in stretches)
    if total == 0:
        return None

    def time_up_to(s):
        return sum(min(b, s) - a for a, b in stretches if a < s)

    def quantile(percent):
        """The least whole s with time_up_to(s) >= percent of the total, by halving: time_up_to never falls."""
        need = Fraction(percent * total, 100)
        high = max((b for _, b in stretches), default=0)
        if time_up_to(high) < need:
            return NEVER
        low = 0                                                         # not enough at low, enough at high
        while high - low > 1:
            middle = (low + high) // 2
            if time_up_to(middle) >= need:
                high = middle
            else:
                low = middle
        return high

    p50, p90 = quantile(50), quantile(90)
    over = [share(total - time_up_to(fleet.slo[k] * HOUR), total) for k in ("p50Hours", "p90Hours", "brokenHours")]
    return {"p50Hours": hours(p50), "p50Never": is_never(p50), "p90Hours": hours(p90), "p90Never": is_never(p90),
            "overP50": over[0], "overP90": over[1], "overBroken": over[2]}


# ---------------------------------------------------------------- schedule delay


def schedule_delay(rs, start):
    delays = [k.run.at - k.run.value.scheduled_at for r in rs for k in r.known
              if k.at >= start and k.run.value.scheduled_at is not None]
    if not delays:
        return None
    return {"runs": len(delays), "p50Hours": nearest_rank(delays, 50) / HOUR, "p90Hours": nearest_rank(delays, 90) / HOUR}


# ---------------------------------------------------------------- all of it


def compute(folder, week, as_of=None, app=None, task=None, now=None):
    slo = read_slo(os.path.join(folder, "slo.json"))
    zone = ZoneInfo(slo.get("timeZone", "UTC"))
    ref.SLO.update({k: v for k, v in slo.items() if k in ref.SLO})      # reference.py judges by the same thresholds
    fleet = Fleet(read_folder(folder, zone), ref.SLO, app, task)

    monday = ref.week_monday(week)
    start, week_end = ref.instant(monday, zone), ref.instant(monday + dt.timedelta(days=7), zone)
    if now is None:
        now = int(dt.datetime.now(dt.timezone.utc).timestamp() * 1000)
    T = as_of if as_of is not None else min(week_end, now)
    if not start <= T <= week_end:
        raise SystemExit("knowledge: the cut-off does not lie in the week")

    def days_before_T(days):
        return ref.instant(ref.local_time(T, zone) - dt.timedelta(days=days), zone)

    base_start = ref.instant(monday - dt.timedelta(days=7), zone)
    current, too_new = fleet.readings(start, T)
    baseline, _ = fleet.readings(base_start, days_before_T(7))          # the same stretch of the week before
    weeks, missed = last_weeks(fleet, monday, current, zone)
    return {
        "intervals": {"current": with_buckets(current), "baseline": with_buckets(baseline) if baseline else None},
        "change": change(current, baseline),
        "silent": silent(fleet, current, days_before_T(28), days_before_T(7), T),
        "tooNew": too_new,
        "truncated": truncated(fleet, start, T),
        "stale": stale(current, slo),
        "days": day_by_day(fleet, start, T, zone),
        "exposure": exposure(fleet, current, start),
        "baselineExposure": exposure(fleet, baseline, base_start),
        "scheduleDelay": schedule_delay(current, start),
        "budget": budget(current, slo),
        "weeks": weeks,
        "weeksMissed": missed,
    }


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--week", required=True)
    p.add_argument("--as-of")
    p.add_argument("--app")
    p.add_argument("--task")
    p.add_argument("--now")
    a = p.parse_args()
    result = compute(a.folder, a.week, a.as_of and ref.read_iso_time(a.as_of), a.app, a.task, a.now and ref.read_iso_time(a.now))
    json.dump(result, sys.stdout, indent=1, ensure_ascii=True)
    print()


if __name__ == "__main__":
    main()
