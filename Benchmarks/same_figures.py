#!/usr/bin/env python3
"""Ask `freshness stats` and every peer for one folder's figures, and fail unless all say the same.

    same_figures.py FOLDER                       a folder of exports, such as metrics/bg_runs
    same_figures.py FOLDER --week 2026-W39 --peers duckdb,pandas --format array

Compared are devices, p50, p90 (to 1e-6 h), run rate, success rate and broken devices, of all devices and of every
bucket, in the week and in the week before. `plain` is DuckDB by a plain script, `duckdb` by one that was worked on;
`plain-keep` and `duckdb-keep` load all files but the last into tables, then the last one. The program
is $FRESHNESS_PROGRAM, or .build/release/freshness.
"""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = ".build/bench-venv"
PYTHON = VENV + "/bin/python"
REQUIREMENTS = "Benchmarks/peers/requirements.txt"
WEEK = "2026-W39"
NOW = "2026-09-28T06:00:00Z"
PEERS = ["plain", "plain-keep", "duckdb", "duckdb-keep", "pandas", "sqlite3"]
BUCKETS = {"5": "exempted", "10": "active", "20": "working_set", "30": "frequent", "40": "rare", "45": "restricted",
           "50": "never"}
FIGURES = ["devices", "p50Hours", "p90Hours", "runRate", "successRate", "brokenDevices"]


def program():
    named = os.environ.get("FRESHNESS_PROGRAM")
    return os.path.abspath(named) if named else ".build/release/freshness"


def install_peers():
    """Put the pinned versions into their own environment, where they are not there already."""
    stamp = os.path.join(VENV, "requirements.txt")
    with open(REQUIREMENTS) as wanted:
        if os.path.exists(stamp) and open(stamp).read() == wanted.read():
            return
    print(f"Installing {REQUIREMENTS} into {VENV}", file=sys.stderr)
    venv.create(VENV, clear=True, with_pip=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS],
                   check=True)
    shutil.copy(REQUIREMENTS, stamp)


def freshness(command, metrics, state, *more):
    return [program(), command, "--week", WEEK, "--now", NOW, "--metrics", metrics, "--state", state, *more]


def peer(name, folder, week=WEEK, form="auto", keep=None):
    if name in ("plain", "duckdb"):
        script, told = ("duckdb_plain", []) if name == "plain" else ("duckdb_week", ["--format", form])
        command = [PYTHON, f"Benchmarks/peers/{script}.py", folder, week, *told]
        return command + ["--keep", keep] if keep else command
    if name == "pandas":
        return [PYTHON, "Benchmarks/peers/pandas_week.py", folder, week]
    return ["sh", "Benchmarks/peers/sqlite_week.sh", folder, week]


def output(command):
    done = subprocess.run(command, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"same_figures: exit code {done.returncode} from {shlex.join(command)}")
    return json.loads(done.stdout)


def figures_of_freshness(folder, week, scratch):
    metrics = os.path.join(scratch, "metrics")
    os.makedirs(metrics)
    shutil.copy("metrics/slo.json", metrics)
    os.symlink(os.path.abspath(folder), os.path.join(metrics, "bg_runs"))
    stats = output([program(), "stats", "--quiet", "--format", "json", "--week", week, "--metrics", metrics,
                    "--state", os.path.join(scratch, "state")] + (["--now", NOW] if week == WEEK else []))
    result = {}
    for name in "current", "baseline":
        part = stats[name] or {"all": {"devices": 0}, "buckets": []}
        result[name] = {bucket.pop("bucket"): bucket for bucket in part["buckets"]}
        if part["all"]["devices"]:
            result[name]["all"] = part["all"]
    return result


def figures_of_peer(name, folder, week, form, scratch):
    if not name.endswith("-keep"):
        result = output(peer(name, folder, week, form))
    else:
        keep, earlier = os.path.join(scratch, name + ".duckdb"), os.path.join(scratch, name + "-earlier")
        os.mkdir(earlier)
        for file in sorted(file for file in os.listdir(folder) if not file.startswith("."))[:-1]:
            os.symlink(os.path.abspath(os.path.join(folder, file)), os.path.join(earlier, file))
        name = name.removesuffix("-keep")
        output(peer(name, earlier, week, form, keep))
        result = output(peer(name, folder, week, form, keep))
    for week_name, part in result.items():
        if part.get("all", {}).get("devices") == 0:
            result[week_name] = {}
            continue
        result[week_name] = {"/".join(BUCKETS.get(word, word) for word in key.split("/")): value
                             for key, value in part.items()}
    return result


def differences(ours, theirs):
    for week in "current", "baseline":
        for bucket in sorted(ours[week].keys() | theirs[week].keys()):
            for figure in FIGURES:
                one = ours[week].get(bucket, {}).get(figure)
                other = theirs[week].get(bucket, {}).get(figure)
                if one != other and (one is None or other is None or not abs(one - other) <= 1e-6):
                    yield f"{week}, {bucket}, {figure}: freshness {one}, peer {other}"


def check(folder, peers, week=WEEK, form="auto"):
    """Compare, and say how many figures agree. Leaves the program where they do not."""
    count = 0
    with tempfile.TemporaryDirectory(prefix="same-figures-", dir=".build") as scratch:
        ours = figures_of_freshness(folder, week, scratch)
        if not ours["current"]:
            sys.exit(f"same_figures: no reading in {week} in {folder}, so there is nothing to compare")
        for name in peers:
            theirs = figures_of_peer(name, folder, week, form, scratch)
            found = list(differences(ours, theirs))
            if found:
                sys.exit("\n".join([f"same_figures: {name} differs in {folder}:", *found]))
            count += sum(len(part) for part in ours.values()) * len(FIGURES)
    return f"{os.path.relpath(folder)}: the same {count} figures by freshness and by {', '.join(peers)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--week", default=WEEK)
    parser.add_argument("--peers", default=",".join(PEERS), help="some of " + ", ".join(PEERS))
    parser.add_argument("--format", default="auto", help="what DuckDB is told of the files: auto, array, …")
    arguments = parser.parse_args()
    peers = arguments.peers.split(",")
    for name in peers:
        if name not in PEERS:
            parser.error(f"no such peer: {name}")
    folder = os.path.abspath(arguments.folder)
    os.chdir(ROOT)
    install_peers()
    print(check(folder, peers, arguments.week, arguments.format))


if __name__ == "__main__":
    main()
