#!/usr/bin/env python3
"""Random fleets over six weeks of whose data the truth is known, and what section 7 says of each.

    data_fleets.py [--fleets N] [--seed S] [--most DEVICES] [--program PATH] [--keep FOLDER] [--jobs N]

Each kind below gets N fleets. In one week (the third, fourth or fifth) something happens to a part of the devices: between
a fifth and nine tenths of them, for new ids a half and more. The data of the judged week are partial then; of a fleet to
which nothing happens they are whole in every week. With "few" before a kind less than a tenth is touched: nothing must be
said of that, and what matters is whether p90 lies on another side of 72 h than it would have, and nobody is told.

    none            nothing happens
    settled         nothing happens, and exports began four weeks before the first
    removed         no exports from a moment of that week on; judged by the week after
    absent          no exports in that week, and then again
    no-zone         from that week on, or in it alone, exportedAt has no Z
    texts           the entries of the history are JSON texts
    object          the history is an object with times as its keys
    clones          second phones, restored from a backup of days before, go on beside the first, with runs of their own
    idle-clones     the same, but the second phone never runs in the background
    new-ids         an export with a new id at each run, beside the usual ones
    other-ids       each export has a new id

One more is not refused by the definitions, where a history that is absent means that nothing was recorded; it is measured
and not judged: `misnamed`, the history stands under `runs`.

The verdict is data_verdict.py's; with --program the program's is compared with it, for all six weeks. Prints one JSON
object a fleet with --keep (which leaves the files there), else a table. Same arguments, same fleets. Standard library only.
"""
import argparse, datetime as dt, json, math, multiprocessing, os, random, shutil, subprocess, sys, tempfile, uuid

import data_verdict
import knowledge
import reference as ref

HOUR, DAY = 3600, 86400                                                 # seconds, as all times of the fleets are
START = int(dt.datetime(2026, 8, 17, tzinfo=dt.timezone.utc).timestamp())
WEEKS = [f"2026-W{34 + i}" for i in range(6)]
END = START + 6 * 7 * DAY
NOW = "2026-10-05T00:00:00Z"
SLO = {"p50Hours": 24, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12, "timeZone": "UTC"}

REFUSED = ("no-zone", "texts", "object", "misnamed")
CLONED = ("clones", "idle-clones")
ANONYMOUS = ("new-ids", "other-ids")
TOUCHED = ("removed", "absent", "no-zone", "texts", "object", *CLONED, *ANONYMOUS)
LEFT_ALONE = ("none", "settled")
FEW = tuple("few " + kind for kind in ("removed", "absent", "no-zone", "texts", "object", *CLONED))
KINDS = ("none", "settled", *TOUCHED, *FEW, "misnamed")


# ---------------------------------------------------------------- a fleet to which nothing happens


class Habits:
    """What the devices of one fleet have in common."""

    def __init__(self, rng, most, before):
        self.weeks = range(-before, 6)                                  # in which exports are made, 0 for the first that is judged
        self.devices = rng.randint(20, most)
        self.platforms = rng.choice([["ios"], ["android"], ["ios", "android"]])
        self.limit = rng.randint(5, 30)                                 # entries that a recorder keeps
        self.run_hours = rng.choice([4, 6, 8, 12, 24])
        self.slow_share = rng.uniform(0, 0.35)                          # that run every few days only
        self.export_days = rng.choice([1, 1, 1, 2, 3, 4])
        self.export_hour = rng.choice([None, rng.uniform(0, 22)])       # all at night, say, or each at its own time
        self.missed = rng.uniform(0, 0.1)                               # exports that do not arrive
        self.away = rng.uniform(0, 0.02)                                # devices that are switched off for days, each week
        self.churn = rng.uniform(0, 0.03)                               # that leave, and that join, each week
        self.layout = rng.choice(["daily", "daily-plain", "device"]) if self.devices <= 80 else rng.choice(["daily", "daily-plain"])
        self.as_text = rng.random() < 0.5


class Device:
    def __init__(self, name, habits, rng, joined=None):
        self.name = name
        self.platform = rng.choice(habits.platforms)
        self.bucket = rng.choice(["active", "working_set", "frequent", "rare"]) if self.platform == "android" else None
        self.slow = rng.random() < habits.slow_share
        self.every = rng.uniform(60, 200) if self.slow else habits.run_hours * math.exp(rng.gauss(0, 0.4))
        self.success = rng.uniform(0.85, 1)
        self.joined = START - 70 * DAY if joined is None else joined
        self.left = END
        weeks = range(habits.weeks.start if joined is None else (joined - START) // (7 * DAY) + 1, 6)
        for later in weeks:
            if rng.random() < habits.churn:
                self.left = START + later * 7 * DAY + rng.uniform(0, 7 * DAY)
                break
        self.away = [(at, at + rng.uniform(3, 10) * DAY) for at in (START + (week + rng.random()) * 7 * DAY for week in habits.weeks)
                     if rng.random() < habits.away]
        self.hour = rng.uniform(0, 24) if habits.export_hour is None else habits.export_hour + rng.uniform(0, 2)
        self.phase = rng.randrange(habits.export_days)
        self.runs = runs(rng, self.every, self.success, self.joined, self.left, self.away)
        self.moments = self.exports(habits, rng)

    def exports(self, habits, rng):
        moments = []
        for day in range(self.phase + 7 * habits.weeks.start, 42, habits.export_days):
            at = int(START + day * DAY + self.hour * HOUR + rng.uniform(-1, 1) * 600)
            if self.joined <= at < self.left and at < END and not is_in(self.away, at) and rng.random() >= habits.missed:
                moments.append(at)
        return moments


def is_in(spans, at):
    return any(start <= at < end for start, end in spans)


def runs(rng, every, success, start, end, away=()):
    """(moment, whether it succeeded) of each run."""
    out, at = [], start + rng.random() * every * HOUR
    while at < end:
        if not is_in(away, at):
            out.append((int(at), rng.random() < success))
        at += every * HOUR * (0.5 + rng.random())
    return out


def untouched(seed, most, before=0):
    rng = random.Random(f"fleet {seed}")
    habits = Habits(rng, most, before)
    devices = [Device(f"d{i:03}", habits, rng) for i in range(habits.devices)]
    for week in habits.weeks:
        for _ in range(habits.devices):
            if rng.random() < habits.churn:
                devices.append(Device(f"d{len(devices):03}", habits, rng, int(START + (week + rng.random()) * 7 * DAY)))
    return habits, devices


# ---------------------------------------------------------------- exports, and what happens to them


def export(device, moment, known, habits, name=None, limit=None):
    kept = [run for run in known if run[0] <= moment][-(limit or habits.limit):]
    written = text if habits.as_text else int
    made = {"device": name or device.name, "platform": device.platform, "exportedAt": written(moment), "historyLimit": habits.limit,
            "history": [{"at": written(at), "success": succeeded} for at, succeeded in kept]}
    return {**made, "bucket": device.bucket} if device.bucket else made


def text(moment):
    return dt.datetime.fromtimestamp(moment, dt.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def refused(value, moment, kind):
    if kind == "no-zone":
        return {**value, "exportedAt": text(moment)[:-1]}
    if kind == "texts":
        return {**value, "history": [json.dumps(entry) for entry in value["history"]]}
    history = value["history"]
    if kind == "object":
        return {**value, "history": {str(entry["at"]): entry["success"] for entry in history}}
    return {**{key: inner for key, inner in value.items() if key != "history"}, "runs": history}


class Touch:
    """What happens, to which devices, and in which week it must be seen."""

    def __init__(self, kind, seed, devices):
        rng = self.rng = random.Random(f"touch {kind} {seed}")
        few = kind.startswith("few ")
        self.kind = kind.removeprefix("few ")
        self.week = rng.choice([2, 3, 4])
        self.start = START + self.week * 7 * DAY
        self.judged = self.week
        self.end = END
        if self.kind == "removed":
            self.start += rng.uniform(0, 7 * DAY)
            self.judged += 1
        elif self.kind == "absent" or self.kind in REFUSED and rng.random() < 0.5:
            self.end = self.start + 7 * DAY
        elif self.kind in CLONED:
            self.start += rng.uniform(0, 2 * DAY)
        there = [d for d in devices if d.joined < self.start and d.left > START + self.week * 7 * DAY]
        part = rng.uniform(0.02, 0.1) if few else rng.uniform(0.5, 0.9) if self.kind in ANONYMOUS else rng.uniform(0.2, 0.9)
        count = 0 if kind in LEFT_ALONE else int(part * len(there)) if few else math.ceil(part * len(there))
        order = rng.sample(there, len(there))
        # What an app breaks on some devices often slows them, too.
        if few and rng.random() < 0.5:
            order.sort(key=lambda d: not d.slow)
        self.devices = {d.name for d in order[:count]}

    def exports(self, device, habits):
        """(moment, export) of all that this device's id, or what is made of it, tells."""
        plain = [(at, export(device, at, device.runs, habits)) for at in device.moments]
        if device.name not in self.devices:
            return plain
        before = [(at, value) for at, value in plain if not self.start <= at < self.end]
        during = [(at, value) for at, value in plain if self.start <= at < self.end]
        if self.kind in ("removed", "absent"):
            return before
        if self.kind in REFUSED:
            return before + [(at, refused(value, at, self.kind)) for at, value in during]
        if self.kind in CLONED:
            return plain + self.clone(device, habits)
        if self.kind == "other-ids":
            return before + [(at, {**value, "device": self.new_id()}) for at, value in during]
        return plain + [(at + 60, export(device, at + 60, device.runs, habits, self.new_id(), 1))
                        for at, _ in device.runs if self.start <= at < self.end - 60 and at + 60 < device.left]

    def clone(self, device, habits):
        rng = self.rng
        backup = self.start - rng.uniform(0.5, 6) * DAY
        known = [run for run in device.runs if run[0] <= backup]
        if self.kind == "clones":
            known += runs(rng, device.every, device.success, self.start, END)
        hour, phase = rng.uniform(0, 24), rng.randrange(habits.export_days)
        moments = (int(self.start + (phase + day) * DAY + hour * HOUR) for day in range(0, 42, habits.export_days))
        return [(at, export(device, at, known, habits)) for at in moments if at < END and rng.random() >= habits.missed]

    def new_id(self):
        return str(uuid.UUID(int=self.rng.getrandbits(128)))


def write(root, seed, kind, most):
    habits, devices = untouched(seed, most, before=4 if kind == "settled" else 0)
    touch = Touch(kind, seed, devices)
    if touch.kind in REFUSED:
        habits.as_text = True
    folder = os.path.join(root, "metrics", "bg_runs")
    os.makedirs(folder)
    with open(os.path.join(root, "metrics", "slo.json"), "w") as file:
        json.dump(SLO, file)
    files = {}
    for device in devices:
        for moment, value in touch.exports(device, habits):
            day = dt.datetime.fromtimestamp(moment, dt.timezone.utc)
            name = {"daily": f"{day:%Y-%m-%d}.ndjson", "daily-plain": f"fleet-{day:%Y%m%d}.json",
                    "device": f"{value['device']}-{day:%Y%m%d-%H%M%S}.json"}[habits.layout]
            files.setdefault(name, []).append((moment, json.dumps(value)))
    for name, lines in files.items():
        with open(os.path.join(folder, name), "w") as file:
            file.writelines(line + "\n" for _, line in sorted(lines))
    return habits, touch, len(devices)


# ---------------------------------------------------------------- what is said of it


def verdicts(root, weeks):
    """(what data_verdict.py says of each week, whether p90 is met in each)."""
    fleet, zone = knowledge.read_fleet([os.path.join(root, "metrics")], None, None)
    said = {week: data_verdict.judge(fleet, zone, week, now=ref.read_time(NOW)) for week in weeks}
    met = {}
    for week in weeks:
        w = ref.windows(week, None, ref.read_time(NOW), zone)
        readings, _ = fleet.readings(w.start, w.T)
        p90 = knowledge.nearest_rank([r.value for r in readings], 90)
        met[week] = p90 is not None and p90 < SLO["p90Hours"] * ref.HOUR
    return said, met


def differences(program, root, said):
    """Where the program says something else."""
    out = []
    for week in WEEKS:
        run = subprocess.run([program, "stats", "--format", "json", "--week", week, "--now", NOW, "--root", root],
                             capture_output=True, text=True)
        stats = json.loads(run.stdout) if run.stdout.startswith("{") else {}
        told, expected = stats.get("verdicts", {}).get("data"), said[week]["verdicts"]["data"]
        theirs, ours = (sorted(reasons, key=lambda r: r["reason"]) for reasons in (stats.get("partial") or [], said[week]["partial"]))
        same = [r["reason"] for r in theirs] == [r["reason"] for r in ours] and all(
            a[name] == b[name] or None not in (a[name], b[name]) and math.isclose(a[name], b[name], rel_tol=1e-9)
            for a, b in zip(theirs, ours) for name in ("value", "limit"))
        if told != expected or not same:
            out.append(f"{week}: the program says {told} {theirs}, the definitions say {expected} {ours} {run.stderr.strip()}")
    return out


def evaluate(task):
    kind, seed, most, program, keep = task
    of_all = kind in LEFT_ALONE or program or keep
    root = tempfile.mkdtemp() if keep is None else os.path.join(keep, f"{kind.replace(' ', '-')}-{seed}")
    try:
        habits, touch, devices = write(root, seed, kind, most)
        weeks = WEEKS if of_all else [WEEKS[touch.judged]]
        said, met = verdicts(root, weeks)
        result = {"kind": kind, "seed": seed, "root": root, "devices": devices, "touched": len(touch.devices),
                  "habits": {name: value for name, value in vars(habits).items() if name != "weeks"}, "judged": WEEKS[touch.judged],
                  "weeks": {week: {"data": said[week]["verdicts"]["data"], "partial": said[week]["partial"]} for week in weeks},
                  "figures": said[WEEKS[touch.judged]]["figures"], "met": met}
        result["differences"] = differences(program, root, said) if program else []
        if kind.startswith("few "):
            shutil.rmtree(os.path.join(root, "metrics"))
            write(root, seed, "none", most)
            result["metUntouched"] = verdicts(root, weeks)[1]
        return result
    finally:
        if keep is None:
            shutil.rmtree(root)


def table(results):
    def of(kind):
        return [r for r in results if r["kind"] == kind]

    def is_partial(r, week):
        return r["weeks"][week]["data"] == "partial"

    for kind in (*TOUCHED, "misnamed"):
        there = of(kind)
        seen = sum(is_partial(r, r["judged"]) for r in there)
        if there:
            print(f"{kind}: partial in {seen} of {len(there)}")
    for kind in LEFT_ALONE:
        weeks = [(r, week) for r in of(kind) for week in WEEKS]
        if weeks:
            print(f"{kind}: partial in {sum(is_partial(*w) for w in weeks)} of {len(weeks)} weeks")
    few = [r for kind in FEW for r in of(kind)]
    wrong = [r for r in few if r["met"][r["judged"]] != r["metUntouched"][r["judged"]]]
    if few:
        whole = sum(not is_partial(r, r["judged"]) for r in wrong)
        print(f"less than a tenth touched: p90 on the wrong side of 72 h in {len(wrong)} of {len(few)}, and {whole} of these called whole")
    for r in results:
        kind = r["kind"]
        is_missed = kind in TOUCHED and not is_partial(r, r["judged"])
        wrongly = [week for week in WEEKS if kind in LEFT_ALONE and is_partial(r, week)]
        if is_missed or wrongly:
            print(f"  {kind} --seed {r['seed']}: {r['touched']} of {r['devices']} devices, {r['habits']}")
            print(f"    {json.dumps(r['figures']) if is_missed else {week: r['weeks'][week]['partial'] for week in wrongly}}")
        for line in r["differences"]:
            print(f"  {kind} --seed {r['seed']}: {line}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fleets", type=int, default=10, help="of each kind")
    p.add_argument("--seed", type=int, default=1, help="of the first")
    p.add_argument("--kind", action="append", choices=KINDS, help="this kind alone; may be given several times")
    p.add_argument("--most", type=int, default=300, metavar="DEVICES")
    p.add_argument("--program", metavar="PATH")
    p.add_argument("--keep", metavar="FOLDER")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    a = p.parse_args()
    # The kinds in turn, so that the large fleets do not all stand at the end.
    tasks = [(kind, a.seed + i, a.most, a.program, a.keep) for i in range(a.fleets) for kind in a.kind or KINDS]
    if a.jobs == 1:
        results = [evaluate(task) for task in tasks]
    else:
        pool = multiprocessing.Pool(a.jobs)
        results = pool.map(evaluate, tasks, chunksize=1)
        pool.close()                                                    # not terminated: that signal may be blocked here
        pool.join()
    if a.keep is None:
        table(results)
    else:
        for r in results:
            print(json.dumps(r))
    return 1 if any(r["differences"] for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
