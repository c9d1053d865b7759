#!/usr/bin/env python3
"""Time `freshness` beside what people write without it, and print one table of ratios.

    bench.py                      all jobs at 20,000 devices, five rounds (make bench builds first)
    bench.py --quick              2,000 devices, two rounds, no growth: for trying it out
    bench.py --jobs cold,nightly  only these of cold, nightly, nothing-new, per-device, gzip, growth, record, start
    bench.py --devices 50000      another fleet; growth then goes from a tenth of it to ten times it

First the figures are compared (same_figures.py). Then the contenders of each job take turns. Wall time is hyperfine's,
or this program's own clock where hyperfine is missing; peak memory is the "Maximum resident set size" of
/usr/bin/time -v. The table holds medians. Every single measurement goes to Benchmarks/results/, those of --quick to
.build/bench/. Fleets are made once and kept in .build/bench/fleets. The program is $FRESHNESS_PROGRAM, or
.build/release/freshness. Exit code 1: a limit is missed; --quick does not judge.
"""
import argparse
import datetime
import glob
import gzip
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time

from same_figures import PYTHON, ROOT, WEEK, check, freshness, install_peers, peer, program

FLEETS = ".build/bench/fleets"
WORK = ".build/bench/work"
STATE, REPORTS, KEEP = WORK + "/state", WORK + "/reports", WORK + "/keep.duckdb"
PLAIN, WORKED_ON = "DuckDB, plain", "DuckDB, worked on"
JOBS = ["cold", "nightly", "nothing-new", "per-device", "gzip", "growth", "record", "start"]


def say(text):
    print(text, file=sys.stderr, flush=True)


# Fleets: folders that hold slo.json and bg_runs/, as `freshness --metrics` wants them.

def new_fleet(name, fill):
    """The fleet of that name; `fill` puts the files into the folder it is given, if they are not there yet."""
    metrics = os.path.join(FLEETS, name)
    runs = os.path.join(metrics, "bg_runs")
    if not os.path.isdir(runs):
        say(f"Making {metrics}")
        part = os.path.join(metrics, "part")
        shutil.rmtree(part, ignore_errors=True)
        os.makedirs(part)
        fill(part)
        os.rename(part, runs)
    shutil.copy("metrics/slo.json", metrics)
    return metrics


def made_fleet(devices, days=14, *more):
    command = [sys.executable, "scripts/make_fleet.py", "--devices", str(devices), "--days", str(days),
               "--last-day", "2026-09-27", "--seed", "11", *more]
    name = f"{devices}x{days}" + "".join(more).replace("--", "-")
    return new_fleet(name, lambda part: subprocess.run(command + [part], check=True))


def some_files_of(metrics, name, chosen):
    """A fleet of some of another's files, with their modification times."""
    def link(part):
        for file in sorted(os.listdir(metrics + "/bg_runs"))[chosen]:
            os.link(os.path.join(metrics, "bg_runs", file), os.path.join(part, file))
    return new_fleet(os.path.basename(metrics) + "-" + name, link)


def gzip_of(metrics):
    def pack(part):
        for file in sorted(os.listdir(metrics + "/bg_runs")):
            with open(os.path.join(metrics, "bg_runs", file), "rb") as plain, \
                    gzip.GzipFile(os.path.join(part, file + ".gz"), "wb", compresslevel=6, mtime=0) as packed:
                shutil.copyfileobj(plain, packed, 1 << 20)
    return new_fleet(os.path.basename(metrics) + "-gz", pack)


def warm(metrics):
    """Read all files once, so that all contenders find them in the system's cache."""
    for file in os.listdir(metrics + "/bg_runs"):
        with open(os.path.join(metrics, "bg_runs", file), "rb", buffering=0) as stream:
            while stream.read(1 << 20):
                pass


# Contenders: a command and what is put in place before each round, outside the timing.

def put_state(saved=None):
    shutil.rmtree(STATE, ignore_errors=True)
    shutil.rmtree(REPORTS, ignore_errors=True)
    if saved:
        shutil.copytree(saved, STATE)


def put_keep(saved):
    for left in glob.glob(KEEP + "*"):
        os.remove(left)
    shutil.copy(saved, KEEP)


def report(metrics, state=STATE, reports=REPORTS):
    return freshness("report", metrics, state, "--reports", reports)


def cold(metrics):
    return report(metrics), put_state


def again(metrics, name):
    """A report with nothing new: all is stored, and the report is written already."""
    state, reports = f"{WORK}/{name}", f"{WORK}/{name}-reports"
    run(report(metrics, state, reports))
    return report(metrics, state, reports), None


def whole(metrics, form="array"):
    """DuckDB over the whole folder: by the plain script, and by the one that was worked on."""
    return {PLAIN: (peer("plain", metrics + "/bg_runs"), None),
            WORKED_ON: (peer("duckdb", metrics + "/bg_runs", form=form), None)}


def run(command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def measure(command, memory=True):
    """One run: seconds of wall time, and the peak of memory in KiB."""
    os.sync()
    peak, times = f"{WORK}/peak.txt", f"{WORK}/times.json"
    timed = ["/usr/bin/time", "-v", "-o", peak, *command] if memory else command
    if shutil.which("hyperfine"):
        run(["hyperfine", "-N", "--runs", "1", "--style", "none", "--export-json", times, shlex.join(timed)])
        with open(times) as file:
            seconds = json.load(file)["results"][0]["times"][0]
    else:
        start = time.perf_counter()
        run(timed)
        seconds = time.perf_counter() - start
    if not memory:
        return {"seconds": seconds}
    with open(peak) as file:
        return {"seconds": seconds, "peakKiB": int(re.search(r"Maximum resident set size \(kbytes\): (\d+)",
                                                             file.read())[1])}


class Bench:
    def __init__(self, devices, rounds, small):
        self.devices, self.rounds, self.small = devices, rounds, small
        self.checks, self.measured, self.rows = [], [], []

    def side_by_side(self, job, contenders, rounds=None, memory=True):
        """Let the contenders take turns, in the other order in every second round; gives the medians of each."""
        rounds = rounds or self.rounds
        say(f"{job}: {', '.join(contenders)}, {rounds} {'round' if rounds == 1 else 'rounds'}")
        taken = {name: [] for name in contenders}
        for number in range(rounds):
            for name in list(contenders)[::-1 if number % 2 else 1]:
                command, prepare = contenders[name]
                if prepare:
                    prepare()
                taken[name].append(measure(command, memory))
        for name, (command, _) in contenders.items():
            if command[0] == program():
                command = ["freshness", *command[1:]]
            self.measured.append({"job": job, "contender": name, "command": shlex.join(command), "runs": taken[name]})
        return {name: {key: statistics.median(one[key] for one in runs) for key in runs[0]}
                for name, runs in taken.items()}

    def row(self, job, ours, peer_name="", theirs=None, wall=None, memory=None, ours_limit=None):
        """A line of the table. `wall` and `memory` are the limits of the ratios, `ours_limit` one in seconds."""
        row = {"job": job, "freshness": ours, "peer": peer_name, "peerMedian": theirs, "wallLimit": wall,
               "memoryLimit": memory, "secondsLimit": ours_limit, "wallRatio": None, "memoryRatio": None}
        if theirs:
            row["wallRatio"] = ours["seconds"] / theirs["seconds"]
            row["memoryRatio"] = ours["peakKiB"] / theirs["peakKiB"]
        pairs = [(row["wallRatio"], wall), (row["memoryRatio"], memory), (ours["seconds"], ours_limit)]
        row["missed"] = any(limit is not None and value > limit for value, limit in pairs)
        self.rows.append(row)

    def rows_beside_duckdb(self, job, median, wall, memory=None, plain=PLAIN, worked_on=WORKED_ON):
        """Two lines: beside the plain script, which the limits are for, and beside the one that was worked on."""
        self.row(job, median["freshness"], plain, median[plain], wall=wall, memory=memory)
        self.row(job, median["freshness"], worked_on, median[worked_on])

    def check(self, metrics, peers, form="array"):
        say(f"Comparing the figures of {metrics}")
        self.checks.append(check(metrics + "/bg_runs", peers, form=form))

    # The jobs

    def cold(self):
        fleet = made_fleet(self.devices)
        warm(fleet)
        median = self.side_by_side("cold", {"freshness": cold(fleet), **whole(fleet)})
        self.rows_beside_duckdb(f"cold: no store, 14 files, {self.devices:,} devices", median, wall=0.6, memory=0.2)

    def nightly(self):
        fleet = made_fleet(self.devices)
        earlier = some_files_of(fleet, "first-13", slice(0, 13))
        saved = WORK + "/saved"
        run(report(earlier, saved))
        contenders = {"freshness": (report(fleet), lambda: put_state(saved)), **whole(fleet)}
        for name, short in ((PLAIN, "plain"), (WORKED_ON, "duckdb")):
            tables = f"{WORK}/saved-{short}.duckdb"
            run(peer(short, earlier + "/bg_runs", form="array", keep=tables))
            contenders[name + ", tables kept"] = (peer(short, fleet + "/bg_runs", form="array", keep=KEEP),
                                                  lambda tables=tables: put_keep(tables))
        warm(fleet)
        median = self.side_by_side("nightly", contenders)
        job = "nightly: 13 files stored, one new"
        self.rows_beside_duckdb(job, median, wall=1 / 12)
        self.rows_beside_duckdb(job, median, wall=0.3, memory=0.2, plain=PLAIN + ", tables kept",
                                worked_on=WORKED_ON + ", tables kept")

    def nothing_new(self):
        fleet = made_fleet(self.devices)
        warm(fleet)
        median = self.side_by_side("nothing-new", {"freshness": again(fleet, "again"), **whole(fleet)})
        self.rows_beside_duckdb("nothing new: the report again", median, wall=1 / 50)

    def per_device(self):
        devices = self.devices // 4
        fleet = made_fleet(devices, 14, "--per-device")
        form = "newline_delimited"
        self.check(fleet, ["duckdb"], form)
        warm(fleet)
        # The plain script hands DuckDB all files at once, which takes it 17 s and 4 GB: no measure for anybody.
        contenders = {"freshness": cold(fleet), WORKED_ON: whole(fleet, form)[WORKED_ON]}
        median = self.side_by_side("per-device", contenders)
        files = len(os.listdir(fleet + "/bg_runs"))
        self.row(f"a file per device and day, cold: {devices:,} devices, {files:,} files", median["freshness"],
                 WORKED_ON, median[WORKED_ON], wall=0.6)

    def gzip(self):
        fleet = gzip_of(made_fleet(self.devices))
        self.check(fleet, ["plain", "duckdb"])
        warm(fleet)
        median = self.side_by_side("gzip", {"freshness": cold(fleet), **whole(fleet)})
        self.rows_beside_duckdb("gzip of the 14 files, cold", median, wall=0.7)

    def growth(self):
        if self.small:
            say("growth: not with --quick")
            return
        sizes = [self.devices // 10, self.devices, self.devices * 10]
        fleets = {f"{size:,} devices": made_fleet(size) for size in sizes}
        for fleet in fleets.values():
            warm(fleet)
        median = self.side_by_side("growth", {name: cold(fleet) for name, fleet in fleets.items()})
        for less, more in zip(list(fleets), list(fleets)[1:]):
            self.row(f"growth, cold: {more}", median[more], f"freshness, {less}", median[less], wall=11, memory=1.5)

        long = made_fleet(self.devices // 4, 182)
        short = some_files_of(long, "last-46", slice(-46, None))
        median = self.side_by_side("growth of the store", {"26 weeks": again(long, "long"),
                                                           "6.5 weeks": again(short, "short")})
        self.row(f"growth, nothing new: 26 weeks stored, {self.devices // 4:,} devices", median["26 weeks"],
                 "freshness, 6.5 weeks", median["6.5 weeks"], wall=1.3)

    def record(self):
        fleet = made_fleet(self.devices)
        warm(fleet)
        contenders = {"freshness": cold(fleet), "pandas": (peer("pandas", fleet + "/bg_runs"), None),
                      "sqlite3": (peer("sqlite3", fleet + "/bg_runs"), None)}
        median = self.side_by_side("record", contenders, rounds=1)
        self.row("cold, once for the record", median["freshness"], "pandas and orjson", median["pandas"])
        self.row("cold, once for the record", median["freshness"], "sqlite3 shell", median["sqlite3"])

    def start(self):
        median = self.side_by_side("start", {"freshness": ([program(), "--version"], None)}, rounds=20, memory=False)
        self.row("start: --version", median["freshness"], ours_limit=0.005)

    # What is printed

    def table(self):
        lines = ["| job | freshness | peer | ratio wall | limit | ratio memory | limit |",
                 "|:----|----------:|:-----|-----------:|------:|-------------:|------:|"]
        for row in self.rows:
            theirs = f"{row['peer']}: {shown(row['peerMedian'])}" if row["peerMedian"] else "–"
            wall_limit = limit(row["wallLimit"])
            if row["secondsLimit"] is not None:
                wall_limit = f"≤ {row['secondsLimit'] * 1000:g} ms"
            cells = [row["job"], shown(row["freshness"]), theirs, ratio(row["wallRatio"]), wall_limit,
                     ratio(row["memoryRatio"]), limit(row["memoryLimit"])]
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines)


def shown(median):
    seconds = median["seconds"]
    text = f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.3f} s" if seconds < 10 else f"{seconds:.1f} s"
    return text + (f", {median['peakKiB'] / 1024:.0f} MiB" if "peakKiB" in median else "")


def ratio(value):
    return "–" if value is None else f"{value:.3g}"


def limit(value):
    if value is None:
        return "–"
    return f"≤ 1/{1 / value:.0f} = {value:.3g}" if value < 0.1 else f"≤ {value:g}"


# Where it was measured

def first_line(*command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout.split("\n")[0]
    except OSError:
        return None


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.machine()


def machine():
    with open(program(), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    packages = subprocess.run([PYTHON, "-m", "pip", "freeze"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "memoryGiB": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "kernel": f"{platform.system()} {platform.release()}",
        "loadBefore": os.getloadavg()[0],
        "versions": {
            "freshness": first_line(program(), "--version"), "freshnessSHA256": digest,
            "commit": first_line("git", "describe", "--always", "--dirty"),
            "swift": first_line("swift", "--version"), "python": platform.python_version(),
            "sqlite3": first_line("sqlite3", "--version"), "hyperfine": first_line("hyperfine", "--version"),
            **dict(package.split("==") for package in packages.split() if "==" in package),
        },
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="2,000 devices, two rounds, no growth; limits not judged")
    parser.add_argument("--jobs", default=",".join(JOBS), help="some of " + ", ".join(JOBS))
    parser.add_argument("--devices", type=int, help="size of the fleet (default: 20000)")
    parser.add_argument("--rounds", type=int, help="rounds of each job (default: 5)")
    arguments = parser.parse_args()
    jobs = arguments.jobs.split(",")
    for job in jobs:
        if job not in JOBS:
            parser.error(f"no such job: {job}; there are {', '.join(JOBS)}")
    devices = arguments.devices or (2_000 if arguments.quick else 20_000)
    if devices < 100:
        parser.error("a fleet has at least 100 devices here")

    os.chdir(ROOT)
    if not (os.path.exists("/usr/bin/time") and shutil.which("sqlite3")):
        sys.exit("bench: GNU time and the sqlite3 shell are needed: apt install time sqlite3")
    if not os.path.exists(program()):
        sys.exit(f"bench: {program()} is not there: make build")
    install_peers()
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    began = datetime.datetime.now(datetime.timezone.utc)
    where = machine()

    bench = Bench(devices, arguments.rounds or (2 if arguments.quick else 5), arguments.quick)
    if set(jobs) - {"start", "growth", "per-device"}:
        peers = ["plain", "plain-keep", "duckdb", "duckdb-keep"] + (["pandas", "sqlite3"] if "record" in jobs else [])
        bench.check(made_fleet(devices), peers)
    for job in JOBS:
        if job in jobs:
            getattr(bench, job.replace("-", "_"))()
    shutil.rmtree(WORK)

    command = "python3 Benchmarks/bench.py" + "".join(" " + shlex.quote(word) for word in sys.argv[1:])
    results = ".build/bench/quick" if arguments.quick else "Benchmarks/results"
    path = f"{results}/{began:%Y-%m-%d-%H%M}.json"
    os.makedirs(results, exist_ok=True)
    with open(path, "w") as file:
        json.dump({"date": f"{began:%Y-%m-%dT%H:%M:%SZ}", "command": command, "week": WEEK, "devices": devices,
                   "rounds": bench.rounds, **where, "sameFigures": bench.checks, "table": bench.rows,
                   "measurements": bench.measured}, file, indent=1, ensure_ascii=False)
        file.write("\n")

    versions = where["versions"]
    print(f"{began:%Y-%m-%d %H:%M} UTC, {where['processor']}, {where['cores']} cores, {where['kernel']}, "
          f"{versions['freshness']}, DuckDB {versions['duckdb']}, pandas {versions['pandas']}, "
          f"SQLite {versions['sqlite3'].split()[0]}")
    print()
    print(bench.table())
    print()
    for line in bench.checks:
        print(line)
    print(f"Medians of {bench.rounds} rounds. Every measurement: {path}")
    missed = [row for row in bench.rows if row["missed"]]
    if arguments.quick:
        print("Too small and too few rounds to be held against the limits.")
    elif missed:
        print("Over the limit: " + "; ".join(f"{row['job']} ({row['peer'] or 'alone'})" for row in missed))
        sys.exit(1)
    else:
        print("No limit is missed.")


if __name__ == "__main__":
    main()
