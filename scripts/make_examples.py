#!/usr/bin/env python3
"""Print the example exports of metrics/examples: what the recorders of a made-up app wrote until 2026-09-24.

    make_examples.py NAME          print one of ios.json, android.json, envelope.json
    make_examples.py --into DIR    write all of them

Same bytes on every run and machine. Needs nothing but the standard library.
"""
import argparse, datetime as dt, json, os, random

APP = "com.example.weather"
HOUR, DAY = 3600.0, 86400.0
END = dt.datetime(2026, 9, 24, 7, 30, tzinfo=dt.timezone.utc).timestamp()
SECONDS, MILLISECONDS, TEXT = "seconds", "milliseconds", "text"


def written(moment, form):
    """A moment as a recorder of that kind writes it."""
    milliseconds = round(moment * 1000)
    if form == SECONDS:
        return milliseconds // 1000
    if form == MILLISECONDS:
        return milliseconds
    time = dt.datetime.fromtimestamp(milliseconds // 1000, dt.timezone.utc)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"


def device_id(rng):
    return f"{rng.getrandbits(64):016x}"


def runs(rng, form, stories, every, chained, task=None):
    """The entries of a history that ends before END, oldest first, and the moment of the last one.

    - stories: for each run what it tells beside its time
    - every: seconds from one run to the next, about
    - chained: whether each run asks for the next one, as on iOS
    """
    moments, at = [], END
    for _ in stories:
        at -= every * (0.6 + 0.8 * rng.random())
        moments.append(round(at, 3))
    entries, before = [], None
    for moment, story in zip(reversed(moments), stories):
        entry = {"at": written(moment, form)}
        if chained and before is not None:
            entry["scheduledAt"] = written(before + 0.02, form)
        if task:
            entry["task"] = task
        entries.append({**entry, **story})
        before = moment
    return entries, before


def ios(rng, form=TEXT):
    stories = [
        {"outcome": "success", "lowPower": False},
        {"outcome": "success", "lowPower": False},
        {"outcome": "failed", "lowPower": False, "reason": "NSURLErrorDomain -1001"},
        {"outcome": "success", "lowPower": False},
        {"outcome": "expired", "lowPower": True, "reason": "time was up"},
        {"outcome": "success", "lowPower": False},
        {"outcome": "killed", "lowPower": False},
        {"outcome": "skipped", "lowPower": False, "reason": "no network value"},
        {"outcome": "success", "lowPower": False},
    ]
    history, last = runs(rng, form, stories, 7 * HOUR, chained=True)
    return {
        "device": device_id(rng), "app": APP, "platform": "ios", "version": "2.0.0", "arm": "push",
        "exportedAt": written(END + 65.118, form),
        "installedAt": written(END - 53.41738 * DAY, form), "lastScheduledAt": written(last + 0.02, form),
        "historyLimit": 30, "history": history,
    }


def android(rng, form=MILLISECONDS):
    stories = [
        {"outcome": "success", "lowPower": False, "bucket": 20},
        {"outcome": "success", "lowPower": False, "bucket": 20},
        {"outcome": "retry", "lowPower": False, "bucket": 20, "reason": "SocketTimeoutException"},
        {"outcome": "success", "lowPower": False, "bucket": 20},
        {"outcome": "success", "lowPower": False, "bucket": 30},
        {"outcome": "killed", "lowPower": False, "bucket": 30, "reason": "exit 3"},
        {"outcome": "expired", "lowPower": True, "bucket": 40, "reason": "stop 10"},
        {"outcome": "success", "lowPower": False, "bucket": 40},
    ]
    history, last = runs(rng, form, stories, 11 * HOUR, chained=False)
    return {
        "device": device_id(rng), "app": APP, "platform": "android", "version": "1.9.0", "arm": "control",
        "exportedAt": written(END + 311.4, form),
        "installedAt": written(END - 201.07264 * DAY, form), "lastScheduledAt": written(last + 4.2, form), "bucket": 40,
        "historyLimit": 30, "history": history,
    }


def never_ran(rng):
    return {
        "device": device_id(rng), "app": APP, "platform": "ios", "exportedAt": written(END + 140, SECONDS),
        "installedAt": written(END - 9.21053 * DAY, SECONDS), "lastScheduledAt": written(END - 8.4 * DAY, SECONDS),
        "historyLimit": 30, "history": [],
    }


def two_tasks(rng):
    done = {"success": True, "lowPower": False, "bucket": 10}
    refresh, last = runs(rng, SECONDS, [done] * 4, 6 * HOUR, chained=False, task="refresh")
    clean, _ = runs(rng, SECONDS, [done, {**done, "success": False}], 20 * HOUR, chained=False, task="clean")
    return {
        "device": device_id(rng), "app": APP, "platform": "android", "exportedAt": written(END + 12, SECONDS),
        "lastScheduledAt": written(last + 3, SECONDS), "bucket": "active", "historyLimit": 100,
        "history": sorted(refresh + clean, key=lambda entry: entry["at"]),
    }


def last_run_only(rng):
    """Of a recorder that keeps no history; the envelope dates it."""
    return {
        "device": device_id(rng), "app": APP, "platform": "android",
        "lastRunAt": written(END - 30.7 * HOUR, SECONDS), "lastBucket": 30,
    }


def envelope(rng):
    devices = [ios(rng, SECONDS), android(rng, SECONDS), never_ran(rng), two_tasks(rng), last_run_only(rng)]
    return {"exportedAt": written(END + 3 * HOUR, SECONDS), "devices": devices}


EXAMPLES = {"ios.json": (ios, 17), "android.json": (android, 18), "envelope.json": (envelope, 19)}


def text(value, indent=""):
    """JSON with one line for each entry of a history."""
    inner = indent + "  "
    if isinstance(value, dict) and ("device" in value or "devices" in value):
        members = (f'{inner}{json.dumps(key)}: {text(member, inner)}' for key, member in value.items())
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + text(element, inner) for element in value) + f"\n{indent}]"
    return json.dumps(value)


def example(name):
    make, seed = EXAMPLES[name]
    return text(make(random.Random(seed))) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("name", nargs="?", choices=sorted(EXAMPLES))
    options.add_argument("--into", metavar="DIR")
    given = options.parse_args()
    if (given.name is None) == (given.into is None):
        options.error("give a NAME or --into DIR")
    if given.name:
        print(example(given.name), end="")
        return
    os.makedirs(given.into, exist_ok=True)
    for name in EXAMPLES:
        with open(os.path.join(given.into, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(example(name))


if __name__ == "__main__":
    main()
