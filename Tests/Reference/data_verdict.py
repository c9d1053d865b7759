#!/usr/bin/env python3
"""Section 7 of the definitions ("Is the data there?") once more, independently of the program.

For developers of the program: its verdict on the data is compared with what this prints. Standard library only; what an
export is, what is known of a device, readings and thresholds come from reference.py and knowledge.py beside it.

    data_verdict.py FOLDER... [--night FOLDER]... --week 2026-W39 [--as-of TIME] [--app ID] [--task NAME] [--now TIME]

FOLDER is as for knowledge.py. Prints one JSON object:

    verdicts.data   "whole" or "partial"
    partial         each reason that holds, with its value and its limit (hours, percentage points or percent)
    figures         what the five reasons are judged by, whether they hold or not; null where a figure does not exist
    contradicted    the devices whose histories contradict each other, [app, device] in order

Where the definitions leave room, this is how they are read here:

 1. Without an export in the window the data end early, with no value: nothing is no good news. The other reasons then
    have no value either, unless they can do without a reading.
 2. The days before T are calendar days in the SLO's zone, half open, as for the silent devices. A coverage is compared
    with an earlier one only where both exist: where an export was made before that earlier moment, and one in the 28 days
    before it. An export of any device that --app and --task leave counts.
 3. A refused export is every refusal that is not one of a single entry: an export, a line or a rest that is no JSON, and
    a file as a whole each count once. Taken are, of each of the same files, the distinct exports in it, of whatever week:
    one that stands in two files counts twice, as one that was refused in two does. Files are those of the last folder;
    equal ones count once. --app and --task do not narrow this.
 4. A contradiction is about all tasks. Of the runs that were refused in the export, those later than m make up for one
    that it lacks, and so does one whose time could not be read. A run that it tells twice is one run.
 5. Ids seen once: a device with one distinct export (other facts at one moment are another export) before T. The reason
    needs both weeks: without a reading in the baseline it is not judged, as no figure is that needs two measurements. The
    baseline's share is that of its own readings, counted before its own end. Devices too new to have a reading count
    where they exported, in neither denominator.
"""
import argparse, functools, json, sys
from fractions import Fraction

import knowledge
import reference as ref
from reference import HOUR

LIMITS = {"ageHours": 36, "coverageDropPoints": 10, "refusedPercent": 10, "contradictedPercent": 5}
SEEN_ONCE_PERCENT, SEEN_ONCE_MORE_POINTS = 50, 25


def percent(part, whole):
    """Exact; None where there is nothing to take a share of."""
    return Fraction(100 * part, whole) if whole else None


# ---------------------------------------------------------------- the data end early


def age(fleet, w):
    """From the newest export of the window to the cut-off, in hours."""
    newest = max((e.exported_at for e in fleet.exports if w.start <= e.exported_at < w.T), default=None)
    return None if newest is None else Fraction(w.T - newest, HOUR)


# ---------------------------------------------------------------- devices fell silent


def heard(fleet, start, end):
    return {e.key for e in fleet.exports if start <= e.exported_at < end}


def coverage(fleet, moment, zone):
    """Devices heard in the last 7 days before a moment, of those heard in the last 28, in percent."""
    since_7, since_28 = (knowledge.days_before(moment, days, zone) for days in (7, 28))
    return percent(len(heard(fleet, since_7, moment)), len(heard(fleet, since_28, moment)))


def best_coverage_before(fleet, T, zone):
    earlier = [coverage(fleet, knowledge.days_before(T, days, zone), zone) for days in (7, 14, 21)]
    return max((c for c in earlier if c is not None), default=None)


# ---------------------------------------------------------------- exports were refused


def refused(store, w):
    """(refused, taken) exports of the files that hold one of the window, and of those of which nothing could be used."""
    files = [f for f in store.present.values()
             if not f.exports or any(w.start <= e.exported_at < w.T for e in f.exports)]
    return sum(not r.of_entry for f in files for r in f.refusals), sum(len(f.exports) for f in files)


# ---------------------------------------------------------------- histories contradict each other


def lacks_runs(export, known):
    """Whether an export lacks runs that must have been in it. known: all runs that are known of its device."""
    told = sorted(at for _, _, _, at in {identity for identity, _ in export.tellings})
    if not told:
        return False
    m = told[(len(told) + 1) // 2 - 1]
    later = sum(at > m for at in told) + sum(at is None or at > m for at in export.refused)
    return sum(run.at > m and run.first <= export.exported_at for run in known) > later


@functools.lru_cache(maxsize=1)
def known_runs(store):
    """All runs of each device, of whatever task."""
    known = {}
    for identity, tellings in store.told.items():
        known.setdefault(identity[:2], []).append(ref.known_run(identity, tellings))
    return known


def contradicted(fleet, w):
    known = known_runs(fleet.store)
    return {e.key for e in fleet.exports if w.start <= e.exported_at < w.T and lacks_runs(e, known.get(e.key, []))}


# ---------------------------------------------------------------- ids are seen once


def seen_once(fleet, start, end):
    """The devices of a window that made one export ever before its end."""
    exports = {}
    for e in fleet.exports:
        if e.exported_at < end:
            exports.setdefault(e.key, set()).add(e)
    return {key for key in heard(fleet, start, end) if len(exports[key]) == 1}


# ---------------------------------------------------------------- all of it


def number(value):
    return None if value is None else float(value)


def compute(folders, week, as_of=None, app=None, task=None, now=None):
    return judge(*knowledge.read_fleet(folders, app, task), week, as_of, now)


def judge(fleet, zone, week, as_of=None, now=None):
    limits = {**LIMITS, **fleet.slo.get("data", {})}
    w = ref.windows(week, as_of, now, zone)
    readings, _ = fleet.readings(w.start, w.T)
    baseline, _ = fleet.readings(w.base_start, w.base_T)

    hours = age(fleet, w)
    now_heard, before_heard = coverage(fleet, w.T, zone), best_coverage_before(fleet, w.T, zone)
    drop = None if now_heard is None or before_heard is None else before_heard - now_heard
    refusals, taken = refused(fleet.store, w)
    refused_share = percent(refusals, refusals + taken)
    contradictions = contradicted(fleet, w)
    contradicted_share = percent(len(contradictions), len(readings))
    once, once_before = seen_once(fleet, w.start, w.T), seen_once(fleet, w.base_start, w.base_T)
    once_share, once_share_before = percent(len(once), len(readings)), percent(len(once_before), len(baseline))

    partial = []

    def reason(name, holds, value, limit):
        if holds:
            partial.append({"reason": name, "value": number(value), "limit": number(limit)})

    def over(value, limit):
        return value is not None and value > limit

    reason("the data end early", hours is None or hours > limits["ageHours"], hours, limits["ageHours"])
    reason("devices fell silent", over(drop, limits["coverageDropPoints"]), drop, limits["coverageDropPoints"])
    reason("exports were refused", over(refused_share, limits["refusedPercent"]), refused_share, limits["refusedPercent"])
    reason("histories contradict each other", over(contradicted_share, limits["contradictedPercent"]), contradicted_share,
           limits["contradictedPercent"])
    reason("ids are seen once", once_share is not None and once_share_before is not None and once_share >= SEEN_ONCE_PERCENT
           and once_share - once_share_before >= SEEN_ONCE_MORE_POINTS, once_share, SEEN_ONCE_PERCENT)

    return {
        "verdicts": {"data": "partial" if partial else "whole"},
        "partial": partial,
        "figures": {
            "devices": len(readings), "baselineDevices": len(baseline), "ageHours": number(hours),
            "coveragePercent": number(now_heard), "coverageBeforePercent": number(before_heard),
            "refusedExports": refusals, "takenExports": taken,
            "contradictedDevices": len(contradictions),
            "seenOnceDevices": len(once), "seenOnceBefore": len(once_before) if baseline else None,
        },
        "contradicted": [list(key) for key in sorted(contradictions, key=lambda key: (key[0] or "", key[1]))],
    }


def main():
    p = argparse.ArgumentParser()
    ref.add_common_arguments(p)
    a = ref.parsed(p)
    json.dump(compute(a.folders, a.week, a.as_of, a.app, a.task, a.now), sys.stdout, indent=1, ensure_ascii=True)
    print()


if __name__ == "__main__":
    main()
