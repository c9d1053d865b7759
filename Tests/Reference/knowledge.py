#!/usr/bin/env python3
"""Section 6 of the definitions ("Saying how much is known") once more, independently of the program.

For developers of the program: its figures are compared with what this prints. It shares no code and no shortcut with
the program. Standard library only, exact (integer milliseconds, fractions, whole binomial sums), clarity over speed.
Reading exports, what a run is, readings and their figures (sections 1 to 3) come from reference.py beside it.

    knowledge.py FOLDER... [--night FOLDER]... --week 2026-W39 [--as-of TIME] [--app ID] [--task NAME] [--now TIME]

FOLDER holds slo.json and bg_runs/; without the first, the thresholds are the usual ones. Several folders are the states
of one on successive nights, as for reference.py: all that any of them told is known, and the thresholds are the last
one's. --now replaces the clock (only matters for a week that is not over). Prints one JSON object. Hours are floats at full precision, null where a figure does not exist; "never" is told by the
...Never booleans, with the hours null.

Where the definitions leave room, this is how they are read here:

 1. A reading's lastScheduledAt is that of its own export, not of an earlier one: what was scheduled since is not known. Of
    several exports of one device at the same moment, the latest.
 2. A device's installedAt at E is the one that its latest export at or before E with an installedAt tells (at the same
    moment: the latest). Too new is plain arithmetic: E - installedAt < p50Hours, also where installedAt is later than E.
 3. A run ahead of its export counts at the first export that told it, everywhere (section 1): in causes, in exposure, and
    where the oldest entry of a truncated export is compared with the export before it. Only a schedule delay is taken
    from the run's own `at`.
 4. "28 days before T" and "the last 7 of them" are calendar days in the SLO's zone, as weeks and baselines are: of a whole
    week nobody is silent who has a reading in it, clock change or not. Both are half open, as windows are: an export at
    T - 7 d is in the last 7, one at T is not.
 5. A silent device's last success is the last one that an export before T told, as successful as it is known to be by
    now. Where the device comes back later and tells more, the report of this week stays as it was (section 4).
 6. Truncated counts moments (device, exportedAt), of exports in the window, whatever the task: the recorder's limit is one
    for all tasks. At least historyLimit entries, refused ones among them; the oldest is one that was read, strictly later than
    the device's latest earlier export. Where one of several exports at the same moment tells without a gap, nothing is
    unknown.
 7. "No run at all" is "scheduled, not run" only where lastScheduledAt is known. A run is after the last success when its
    time is strictly later. Of several latest runs at the same moment the one that would stand in section 1 gives its word.
    Without a cause: one row for each cause that there is, whatever the outcome, and one for all of them at once.
 8. The first known moment of a device is the earliest of: its runs (of the task, where one is asked for), its exports, and
    the installedAt of any of its exports at or before E.
 9. The runs of the schedule delay are those of the success rate: the readings', from the window's start to each E. (Runs
    after E, known only from later weeks, would change an old report: section 4.)
10. A day's success rate takes the runs from the day's start.
11. A week without readings ends the row of missed weeks: of it nothing can be said.
12. The mix leaves out a bucket missing in this week; one missing in the baseline has share 0 there and weighs nothing.
"""
import argparse, datetime as dt, json, os, sys
from collections import Counter, namedtuple
from decimal import Decimal, localcontext
from fractions import Fraction
from zoneinfo import ZoneInfo

import reference as ref
from reference import HOUR

# ---------------------------------------------------------------- input: what section 6 needs beyond sections 1 to 5

def read_slo(path):
    """Thresholds as whole numbers or exact fractions; the usual ones where there is no such file."""
    if not os.path.exists(path):
        return dict(ref.SLO)
    with open(path, encoding="utf-8-sig") as f:
        return json.load(f, parse_float=Fraction)


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

# value: staleness, NEVER where it is. known: the device's runs at or before E
Rich = namedtuple("Rich", "plain key E value label known last_scheduled_at")


def last_success(known):
    return max((run.counts_at for run in known if run.value.success is True), default=None)


def last_of(values):
    return max((v for v in values if v is not None), default=None)


class Fleet:
    """The exports and runs that --app and --task leave."""

    def __init__(self, store, slo, app, task):
        self.store, self.slo = store, slo
        self.exports, self.runs = ref.narrowed(store, app, task)
        self.said = {}                                                  # device -> moment -> its exports of that moment
        for e in self.exports:
            self.said.setdefault(e.key, {}).setdefault(e.exported_at, []).append(e)

    def readings(self, start, end):
        """(readings, how many were too new to be one)."""
        kept, too_new = [], 0
        for plain in ref.readings(self.exports, self.runs, start, end):
            installed_at = self.installed_at(plain.key, plain.exported_at)
            if (plain.staleness is None and installed_at is not None
                    and plain.exported_at - installed_at < self.slo["p50Hours"] * HOUR):
                too_new += 1
                continue
            success = last_success(plain.past)
            assert plain.staleness == (None if success is None else plain.exported_at - success)
            kept.append(Rich(plain, plain.key, plain.exported_at, NEVER if success is None else plain.staleness, plain.label, plain.past,
                             last_of(e.last_scheduled_at for e in self.said[plain.key][plain.exported_at])))
        return kept, too_new

    def said_by(self, key, E):
        """The device's exports at or before E, the latest moment first: [[Export], ...]."""
        return [self.said[key][at] for at in sorted(self.said[key], reverse=True) if at <= E]

    def installed_at(self, key, E):
        for exports in self.said_by(key, E):
            if any(e.installed_at is not None for e in exports):
                return last_of(e.installed_at for e in exports)
        return None

    def first_known(self, r):
        """The first known moment of a reading's device: first run, first export, installedAt."""
        moments = [at for at in self.said[r.key] if at <= r.E] + [run.counts_at for run in r.known]
        moments += [e.installed_at for exports in self.said_by(r.key, r.E) for e in exports if e.installed_at is not None]
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


def change_interval(now, before, percent):
    """(lower, upper, whether it holds 0) of a percentile's change; None where that is no number."""
    x, y = (nearest_rank([r.value for r in rs], percent) for rs in (now, before))
    if x is None or y is None or NEVER in (x, y):
        return None
    delta = x - y
    (l, u), (l2, u2) = (limits([r.value for r in rs], percent) for rs in (now, before))

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
    return lower, upper, reaches_down and reaches_up


def change(now, before):
    """None where p90's change is no number."""
    p90 = change_interval(now, before, 90)
    if p90 is None:
        return None
    p50 = change_interval(now, before, 50)                              # p50 is a number where p90 is
    x, y = (nearest_rank([r.value for r in rs], 90) for rs in (now, before))
    mixed, missing = at_the_mix_of(now, before)
    shown = mixed is not None and mixed != NEVER
    return {"p50LowerHours": p50[0], "p50UpperHours": p50[1], "p50WithinNoise": p50[2],
            "p90LowerHours": p90[0], "p90UpperHours": p90[1], "withinNoise": p90[2],
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
    theirs = [key for key, moments in fleet.said.items()
              if any(since_28 <= at < T for at in moments) and not any(since_7 <= at < T for at in moments)]
    least, most = [r.value for r in rs], [r.value for r in rs]
    for key in theirs:
        success = last_success([run for run in fleet.runs.get(key, []) if run.first < T])
        least.append(0)
        most.append(NEVER if success is None else T - success)
    lower, upper = nearest_rank(least, 90), nearest_rank(most, 90)
    return {"devices": len(theirs), "p90LowerHours": hours(lower), "p90LowerNever": is_never(lower),
            "p90UpperHours": hours(upper), "p90UpperNever": is_never(upper)}


def truncated(fleet, start, T):
    count = 0
    for key, said in fleet.said.items():
        ordered = sorted(said)
        for previous, at in zip(ordered, ordered[1:]):                  # a device's first export has no previous one
            if start <= at < T:
                count += all(e.entries >= e.limit and oldest(fleet.store, e) > previous for e in said[at])
    return count


def oldest(store, export):
    """When the oldest run that an export tells counts."""
    return min(ref.known_run(identity, store.told[identity]).counts_at for identity, _ in export.tellings)


# ---------------------------------------------------------------- cause

CAUSES = ("ran, no success", "scheduled, not run", "not scheduled again", "unknown")


def cause(r):
    """(cause, outcome of the latest run where that is the cause)."""
    success = last_success(r.known)
    last_run = max((run.counts_at for run in r.known), default=None)
    if last_run is not None and (success is None or last_run > success):
        return "ran, no success", min((run.value for run in ref.latest_of(r.known)), key=ref.preference).word
    if r.last_scheduled_at is not None:
        return ("scheduled, not run" if last_run is None or r.last_scheduled_at > last_run else "not scheduled again"), None
    return "unknown", None


def stale(rs, before, slo):
    """The stale devices by cause, and how many there were for each in the week before."""
    found = [(*cause(r), r.label) for r in rs if r.value >= slo["p90Hours"] * HOUR]      # never included
    earlier = Counter(cause(r)[0] for r in before if r.value >= slo["p90Hours"] * HOUR)
    rows = []
    for name, outcome in sorted({(c, o) for c, o, _ in found}, key=lambda co: (CAUSES.index(co[0]), co[1] or "")):
        buckets = Counter(label for c, o, label in found if (c, o) == (name, outcome))
        rows.append({"cause": name, "outcome": outcome, "devices": sum(buckets.values()),
                     "buckets": [{"bucket": label, "devices": n} for label, n in sorted(buckets.items())]})
    causes_before = [{"cause": name, "devices": n} for name, n in sorted(earlier.items())] if before else None
    return {"devices": len(found), "causes": rows, "causesBefore": causes_before}


def without_cause(rs, slo):
    """p50 and p90 if the devices stale for a cause stood at 0 h: what mending it could bring at the most."""
    theirs = [cause(r)[0] if r.value >= slo["p90Hours"] * HOUR else None for r in rs]

    def without(causes):
        values = [0 if c in causes else r.value for r, c in zip(rs, theirs)]
        p50, p90 = nearest_rank(values, 50), nearest_rank(values, 90)
        return {"p50Hours": hours(p50), "p50Never": is_never(p50), "p90Hours": hours(p90), "p90Never": is_never(p90)}

    return [{"cause": c, **without([c])} for c in CAUSES if c in theirs], without(CAUSES) if any(theirs) else None


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
        successes = sorted({run.counts_at for run in r.known if run.value.success is True})
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
    delays = [run.at - run.value.scheduled_at for r in rs for run in r.known
              if run.counts_at >= start and run.value.scheduled_at is not None]
    if not delays:
        return None
    return {"runs": len(delays), "p50Hours": nearest_rank(delays, 50) / HOUR, "p90Hours": nearest_rank(delays, 90) / HOUR}


# ---------------------------------------------------------------- all of it


def read_fleet(folders, app, task):
    """(the fleet, its zone); the last folder's thresholds count."""
    slo = read_slo(os.path.join(folders[-1], "slo.json"))
    zone = ZoneInfo(slo.get("timeZone", "UTC"))
    ref.SLO.update({k: v for k, v in slo.items() if k in ref.SLO})      # reference.py judges by the same thresholds
    store = ref.Store(zone)
    for folder in folders:
        store.read_night(folder)
    return Fleet(store, slo, app, task), zone


def days_before(moment, days, zone):
    """Calendar days of the zone."""
    return ref.instant(ref.local_time(moment, zone) - dt.timedelta(days=days), zone)


def compute(folders, week, as_of=None, app=None, task=None, now=None):
    fleet, zone = read_fleet(folders, app, task)
    slo = fleet.slo
    w = ref.windows(week, as_of, now, zone)
    current, too_new = fleet.readings(w.start, w.T)
    baseline, _ = fleet.readings(w.base_start, w.base_T)
    weeks, missed = last_weeks(fleet, w.monday, current, zone)
    by_cause, without_all = without_cause(current, slo)
    return {
        "intervals": {"current": with_buckets(current), "baseline": with_buckets(baseline) if baseline else None},
        "change": change(current, baseline),
        "silent": silent(fleet, current, days_before(w.T, 28, zone), days_before(w.T, 7, zone), w.T),
        "tooNew": too_new,
        "truncated": truncated(fleet, w.start, w.T),
        "stale": stale(current, baseline, slo),
        "withoutCause": by_cause,
        "withoutEveryCause": without_all,
        "days": day_by_day(fleet, w.start, w.T, zone),
        "exposure": exposure(fleet, current, w.start),
        "baselineExposure": exposure(fleet, baseline, w.base_start),
        "scheduleDelay": schedule_delay(current, w.start),
        "budget": budget(current, slo),
        "weeks": weeks,
        "weeksMissed": missed,
    }


def main():
    p = argparse.ArgumentParser()
    ref.add_common_arguments(p)
    a = ref.parsed(p)
    result = compute(a.folders, a.week, a.as_of, a.app, a.task, a.now)
    json.dump(result, sys.stdout, indent=1, ensure_ascii=True)
    print()


if __name__ == "__main__":
    main()
