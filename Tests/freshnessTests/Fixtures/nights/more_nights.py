#!/usr/bin/env python3
"""More nights, of the kinds of make_nights.py beside it: more_nights.py CASE OUT [STEP]. Each is a fleet that refreshes every
eight hours and exports every evening of 2026-W38 and W39, but for what its name says."""
import sys

from make_nights import H, M, days, every, export, fleet, put


def evenings(root, count=14, change=lambda n, i, value: value, also=lambda n, day: []):
    """Exports of 40 devices on so many evenings from 2026-09-14; change and also make of them what happened."""
    runs = fleet(40, "2026-09-10", "2026-09-30")
    for n, day in enumerate(days("2026-09-14", count)):
        exports = [change(n, i, export(f"d{i:02}", day + H * 20 + M * i, runs[i], 6)) for i in range(40)]
        put(root, f"{day:%Y-%m-%d}.ndjson", exports + also(n, day))


def all_well(root, step):
    evenings(root)


def stopped_on_friday(root, step):
    """The last evening is that of 2026-09-25."""
    evenings(root, 12)


def stopped_on_saturday(root, step):
    evenings(root, 13)


def nothing_since_sunday(root, step):
    evenings(root, 7)


def third_refused(root, step):
    def change(n, i, value):
        return {**value, "exportedAt": value["exportedAt"][:-1]} if n >= 7 and i < 13 else value

    evenings(root, change=change)


def one_file_unreadable(root, step):
    evenings(root)
    with open(f"{root}/metrics/bg_runs/2026-09-23.ndjson", "w") as file:
        file.write("<html>502 Bad Gateway</html>\n")


def clone_only_before(root, step):
    """Ten backups of 2026-09-13, restored on second phones that are put away again on the Sunday."""
    def also(n, day):
        return [export(f"d{i:02}", day + H * 22 + M * i, every("2026-09-10", "2026-09-13", 8, 7 * i), 6)
                for i in range(10 if n < 7 else 0)]

    evenings(root, also=also)


def new_ids_for_some(root, step):
    """Twelve of the forty: a new id at each export of W39."""
    def change(n, i, value):
        return {**value, "device": f"n{n:02}{i:02}"} if n >= 7 and i < 12 else value

    evenings(root, change=change)


def set_up_anew(root, step):
    """Twelve of the forty, once, before the Monday of W39."""
    def change(n, i, value):
        return {**value, "device": f"a{i:02}"} if n >= 7 and i < 12 else value

    evenings(root, change=change)


def test_phones(root, step):
    """Two phones of the developers stand among ten devices in step 1, and no more in step 2."""
    runs = fleet(10, "2026-09-10", "2026-09-30")
    old = every("2026-09-01", "2026-09-02", 8)
    for day in days("2026-09-14", 14):
        exports = [export(f"d{i:02}", day + H * 20 + M * i, runs[i], 6) for i in range(10)]
        tests = [export(f"t{i}", day + H * 20, old, 6) for i in range(2)] if step == 1 else []
        put(root, f"{day:%Y-%m-%d}.ndjson", exports + tests)


if __name__ == "__main__":
    case = {f.__name__: f for f in (
        all_well, stopped_on_friday, stopped_on_saturday, nothing_since_sunday, third_refused, one_file_unreadable, clone_only_before,
        new_ids_for_some, set_up_anew, test_phones)}
    case[sys.argv[1]](sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)
