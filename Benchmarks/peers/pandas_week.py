#!/usr/bin/env python3
"""The week's figures by pandas, the JSON taken apart by orjson: what people write without this program.

    pandas_week.py FOLDER 2026-W39    read the whole folder, print the figures as JSON

It takes exports as scripts/make_fleet.py writes them: times in Unix seconds, every field there, weeks in UTC, broken
after seven days. Where exports tell a run differently the later export's word stands.
"""
import datetime
import glob
import gzip
import json
import os
import sys

import numpy
import orjson
import pandas

HOUR = 3_600_000
DAY = 24 * HOUR
YES_NO = {True: 1, False: 0, None: -1}


def milliseconds(seconds):
    return numpy.rint(numpy.array(seconds, dtype=float) * 1000).astype("int64")


def read(files):
    """The exports and the distinct runs; a device is a number in both."""
    numbers, exports, runs = {}, [], []
    for file in files:
        with (gzip.open if file.endswith(".gz") else open)(file, "rb") as stream:
            documents = orjson.loads(stream.read())
        if isinstance(documents, dict):
            documents = [documents]
        keys = [(d.get("app"), d["device"]) for d in documents]
        devices = numpy.array([numbers.setdefault(key, len(numbers)) for key in keys], "int32")
        exported = milliseconds([d["exportedAt"] for d in documents])
        exports.append(pandas.DataFrame({
            "device": devices, "exported": exported, "platform": [d.get("platform") for d in documents],
            "bucket": [d.get("bucket") for d in documents]}))
        entries = [entry for d in documents for entry in d["history"]]
        counts = [len(d["history"]) for d in documents]
        runs.append(pandas.DataFrame({
            "device": numpy.repeat(devices, counts), "told": numpy.repeat(exported, counts),
            "ran": milliseconds([entry["at"] for entry in entries]),
            "success": numpy.array([YES_NO[entry.get("success")] for entry in entries], "int8"),
            "low_power": numpy.array([YES_NO[entry.get("lowPower")] for entry in entries], "int8")}))
    runs = pandas.concat(runs, ignore_index=True).sort_values(["device", "ran", "told"])
    return pandas.concat(exports, ignore_index=True), runs.drop_duplicates(["device", "ran"], keep="last")


def readings(exports, runs, start):
    """One row for each device: its last export in the week, and what all its runs up to then say."""
    last = exports[(exports.exported >= start) & (exports.exported < start + 7 * DAY)]
    last = last.sort_values("exported").drop_duplicates("device", keep="last").set_index("device")
    runs = runs.join(last.exported, on="device", how="inner")
    runs = runs[runs.ran <= runs.exported]
    latest = runs.drop_duplicates("device", keep="last").set_index("device")
    counted = runs[(runs.ran >= start) & (runs.success >= 0)].groupby("device").success
    last["staleness"] = last.exported - runs[runs.success == 1].groupby("device").ran.max()
    last["ran"] = latest.ran.reindex(last.index) > last.exported - DAY
    last["succeeded"] = counted.sum()
    last["known"] = counted.size()
    android = last.bucket.astype("Int64").astype("string").fillna("none")
    ios = latest.low_power.reindex(last.index).map({1: "low_power", 0: "normal"}).fillna("none")
    last["name"] = last.platform + "/" + ios.where(last.platform == "ios", android)
    return last


def figures(readings):
    staleness = numpy.sort(readings.staleness.fillna(numpy.inf).to_numpy())
    count = len(staleness)
    p50, p90 = staleness[-(-count // 2) - 1], staleness[-(-9 * count // 10) - 1]
    known = int(readings.known.sum())
    return {
        "devices": count,
        "p50Hours": p50 / HOUR if numpy.isfinite(p50) else None,
        "p90Hours": p90 / HOUR if numpy.isfinite(p90) else None,
        "runRate": float(readings.ran.mean()),
        "successRate": int(readings.succeeded.sum()) / known if known else None,
        "brokenDevices": int((staleness > 7 * DAY).sum()),
    }


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, week = sys.argv[1:]
    monday = datetime.datetime.strptime(week + "-1", "%G-W%V-%u").replace(tzinfo=datetime.timezone.utc)
    start = int(monday.timestamp()) * 1000
    exports, runs = read(sorted(glob.glob(os.path.join(folder, "*.json*"))))
    result = {}
    for name, at in ("current", start), ("baseline", start - 7 * DAY):
        week_readings = readings(exports, runs, at)
        result[name] = {"all": figures(week_readings)} if len(week_readings) else {}
        result[name].update((bucket, figures(part)) for bucket, part in week_readings.groupby("name"))
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
