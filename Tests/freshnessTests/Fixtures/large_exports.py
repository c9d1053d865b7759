#!/usr/bin/env python3
"""Write exports that are made to take the memory: large_exports.py CASE FOLDER. Same arguments, same bytes.

An export may have 100 MB and 2,000,000 entries. All were exported in 2026-W39 or the week before, and
all runs are of these two weeks. Needs nothing but the standard library.
"""
import gzip
import os
import random
import sys

END = 1_790_553_600  # 2026-09-28 00:00 UTC, in Unix seconds
MOST_ENTRIES = 2_000_000


def entries(count, last=END - 3_600, step=500, more=""):
    """So many entries, a run every so many milliseconds up to a moment, with nothing in them that can be left out."""
    return ",".join(['{"at":%d%s}' % (1_000 * last - step * number, more) for number in range(count)])


def export(device, history="", more="", at=END - 60):
    return '{"device":"%s","exportedAt":%d%s,"history":[%s]}' % (device, at, more, history)


def put(folder, name, text):
    data = text.encode()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(gzip.compress(data, 1) if name.endswith(".gz") else data)


def between(folder, large, shape="lines"):
    """Between two small exports."""
    exports = [export("before"), large, export("after")]
    put(folder, "large.json", {
        "lines": "\n".join(exports) + "\n",
        "list": "[" + ",".join(exports) + "]",
        "envelope": '{"devices":[' + ",".join(exports) + '],"exportedAt":%d}' % END,
    }[shape])


def too_many_entries(folder):
    between(folder, export("large", entries(MOST_ENTRIES + 1)))


def too_many_bytes(folder, shape):
    between(folder, export("large", more=',"x":"' + "x" * 105_000_000 + '"'), shape)


def too_many_refused(folder):
    """Entries that cannot be read, as many as fit."""
    between(folder, export("large", ",".join(["{}"] * 31_000_000)))


def noise(device):
    """A field that does not pack: what is all alike looks like a file made to fill the memory."""
    return ',"noise":"' + random.Random(device).randbytes(700_000).hex() + '"'


def eight(folder):
    """As many entries as may be, as many values as can be in a field that nobody knows, and texts as long as can be."""
    dense = export("@", entries(MOST_ENTRIES))
    for number in range(2):
        put(folder, "entries-%d.json.gz" % number, dense.replace("@", "entries-%d" % number, 1))
        device = "values-%d" % number
        put(folder, device + ".json.gz", export(device, more=noise(device) + ',"x":[' + "0," * 46_000_000 + "0]"))
    for number in range(4):
        device = "text-%d" % number
        put(folder, device + ".json.gz", export(device, more=noise(device) + ',"x":"' + "x" * 93_000_000 + '"'))


def nested(folder):
    between(folder, export("large", more=',"x":' + "[" * 45_000_000 + "]" * 45_000_000))


def nested_and_cut(folder):
    put(folder, "large.json", export("before") + "\n" + export("after") + '\n{"device":"large","x":' + "[" * 90_000_000)


def long_name(folder):
    between(folder, export("x" * 95_000_000))


def long_number(folder):
    between(folder, export("large", '{"at":' + "1" * 95_000_000 + "}"))


def field_names(folder):
    """Names of fields that nobody knows, no two the same."""
    between(folder, export("large", more="".join([',"%x":0' % number for number in range(4_000_000)])))


def task_names(folder):
    one_by_one = ['{"at":%d,"task":"%x"}' % (1_000 * END - 3_600_000 - number, number) for number in range(200_000)]
    between(folder, export("large", ",".join(one_by_one)))


def conflicts(folder):
    runs = 300_000
    put(folder, "large.json", "\n".join([
        export("before"), export("after"), export("large", entries(runs), at=END - 120),
        export("large", entries(runs, more=',"success":1'))]))


def one_device(folder):
    """3,000,000 runs over 40 exports, the last of them at the end."""
    count, step = 75_000, 300
    for number in range(40):
        at = END - 60 - (39 - number) * count * step // 1_000
        put(folder, "%d.json" % number, export("d", entries(count, at - 1, step), at=at))


if __name__ == "__main__":
    case = {f.__name__: f for f in (
        too_many_entries, too_many_bytes, too_many_refused, eight, nested, nested_and_cut, long_name, long_number,
        field_names, task_names, conflicts, one_device)}
    case[sys.argv[1]](*sys.argv[2:])
