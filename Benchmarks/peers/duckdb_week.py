#!/usr/bin/env python3
"""The week's figures by DuckDB over the folder of exports: what people write without this program.

    duckdb_week.py FOLDER 2026-W39                     read the whole folder in memory, print the figures as JSON
    duckdb_week.py FOLDER 2026-W39 --keep FILE.duckdb  keep tables in a file, and read only files that are not in it
    duckdb_week.py FOLDER 2026-W39 --format array      say how the files are written; DuckDB need not find out

It takes exports as scripts/make_fleet.py writes them: times in Unix seconds, every field there, weeks in UTC, broken
after seven days. Where exports tell a run differently the later export's word stands; with --keep that holds for
files that are loaded in the order of their days.
"""
import argparse
import datetime
import glob
import json
import os

import duckdb

# DuckDB holds some memory for every file of a query: 5,000 files at once take 475 MiB, and 500 at a time 135 MiB.
FILES_AT_ONCE = 500

COLUMNS = """{device: 'VARCHAR', app: 'VARCHAR', platform: 'VARCHAR', exportedAt: 'DOUBLE', bucket: 'INTEGER',
              history: 'STRUCT("at" DOUBLE, success BOOLEAN, lowPower BOOLEAN)[]'}"""

TABLES = """
    CREATE TABLE IF NOT EXISTS files (name VARCHAR);
    CREATE TABLE IF NOT EXISTS devices (id INTEGER, app VARCHAR, device VARCHAR);
    CREATE TABLE IF NOT EXISTS exports (id INTEGER, exported_at BIGINT, platform VARCHAR, bucket INTEGER);
    CREATE TABLE IF NOT EXISTS runs (id INTEGER, ran_at BIGINT, told_at BIGINT, success BOOLEAN, low_power BOOLEAN);
"""

NEW_DEVICES = """
    INSERT INTO devices
    SELECT (SELECT count(*) FROM devices) + row_number() OVER (), app, device
    FROM (SELECT DISTINCT app, device FROM raw) ANTI JOIN devices USING (app, device)
"""

NEW_EXPORTS = """
    INSERT INTO exports
    SELECT id, CAST(round(exportedAt * 1000) AS BIGINT), platform, bucket FROM raw JOIN devices USING (app, device)
"""

# Every run that the new files tell, once, as the last of these exports tells it.
TOLD = """
    SELECT id, ran_at, told_at, entry.success, entry.lowPower AS low_power
    FROM (SELECT id, CAST(round(entry."at" * 1000) AS BIGINT) AS ran_at,
                 CAST(round(max(exportedAt) * 1000) AS BIGINT) AS told_at, arg_max(entry, exportedAt) AS entry
          FROM (SELECT id, exportedAt, unnest(history) AS entry FROM raw JOIN devices USING (app, device))
          GROUP BY id, ran_at)
"""

FIRST_RUNS = f"INSERT INTO runs {TOLD}"

MORE_RUNS = f"""
    MERGE INTO runs USING ({TOLD}) AS told USING (id, ran_at)
    WHEN MATCHED AND told.told_at > runs.told_at
                 AND (told.success, told.low_power) IS DISTINCT FROM (runs.success, runs.low_power)
        THEN UPDATE SET told_at = told.told_at, success = told.success, low_power = told.low_power
    WHEN NOT MATCHED THEN INSERT
"""

# One row for each device and week: its last export there, and what all its runs up to then say.
READINGS = """
    CREATE TEMP TABLE readings AS
    WITH weeks AS (SELECT unnest(['current', 'baseline']) AS week, unnest([$start, $start - 604800000]) AS week_start),
         last AS (SELECT week, week_start, id, max(exported_at) AS exported_at,
                         arg_max_null(platform, exported_at) AS platform, arg_max_null(bucket, exported_at) AS bucket
                  FROM exports JOIN weeks ON exported_at >= week_start AND exported_at < week_start + 604800000
                  GROUP BY week, week_start, id)
    SELECT week, platform, bucket,
           exported_at - max(ran_at) FILTER (success) AS staleness,
           coalesce(bool_or(ran_at > exported_at - 86400000), false) AS ran,
           arg_max_null(low_power, ran_at) AS low_power,
           count(*) FILTER (ran_at >= week_start AND success) AS succeeded,
           count(*) FILTER (ran_at >= week_start AND success IS NOT NULL) AS known
    FROM last LEFT JOIN runs ON runs.id = last.id AND ran_at <= exported_at
    GROUP BY week, last.id, exported_at, platform, bucket
"""

FIGURES = """
    SELECT week, CASE WHEN grouping(name) = 1 THEN 'all' ELSE name END, count(*),
           quantile_disc(coalesce(staleness, 9e18), 0.5), quantile_disc(coalesce(staleness, 9e18), 0.9),
           avg(ran::INTEGER), sum(succeeded) / nullif(sum(known), 0),
           count(*) FILTER (staleness IS NULL OR staleness > 604800000)
    FROM (SELECT *, CASE WHEN platform <> 'ios' THEN platform || '/' || coalesce(bucket::VARCHAR, 'none')
                         WHEN low_power IS NULL THEN 'ios/none'
                         WHEN low_power THEN 'ios/low_power' ELSE 'ios/normal' END AS name
          FROM readings)
    GROUP BY GROUPING SETS ((week), (week, name))
    ORDER BY week DESC, name NULLS FIRST
"""


def load(connection, files, form):
    connection.execute(TABLES)
    stored = {name for name, in connection.execute("SELECT name FROM files").fetchall()}
    new = [file for file in files if os.path.basename(file) not in stored]
    if not new:
        return
    connection.execute("BEGIN")
    for first in range(0, len(new), FILES_AT_ONCE):
        connection.execute(f"{'INSERT INTO raw' if first else 'CREATE TEMP TABLE raw AS'} "
                           f"SELECT * FROM read_json(?, columns = {COLUMNS}, format = '{form}')",
                           [new[first:first + FILES_AT_ONCE]])
    connection.execute(NEW_DEVICES)
    connection.execute(NEW_EXPORTS)
    connection.execute(MORE_RUNS if stored else FIRST_RUNS)
    connection.execute("DROP TABLE raw")
    connection.execute("INSERT INTO files SELECT unnest(?)", [[os.path.basename(file) for file in new]])
    connection.execute("COMMIT")


def hours(milliseconds):
    return None if milliseconds > 1e17 else milliseconds / 3_600_000


def as_figures(rows):
    figures = {"current": {}, "baseline": {}}
    for week, name, devices, p50, p90, run_rate, success_rate, broken in rows:
        figures[week][name] = {"devices": devices, "p50Hours": hours(p50), "p90Hours": hours(p90), "runRate": run_rate,
                               "successRate": success_rate, "brokenDevices": broken}
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("week")
    parser.add_argument("--keep")
    parser.add_argument("--format", default="auto", choices=["auto", "array", "newline_delimited", "unstructured"])
    arguments = parser.parse_args()

    year, week = arguments.week.split("-W")
    monday = datetime.datetime.fromisocalendar(int(year), int(week), 1).replace(tzinfo=datetime.timezone.utc)
    connection = duckdb.connect(arguments.keep or ":memory:")
    connection.execute("SET threads = 2")
    load(connection, sorted(glob.glob(os.path.join(arguments.folder, "*.json*"))), arguments.format)

    connection.execute(READINGS, {"start": int(monday.timestamp()) * 1000})
    print(json.dumps(as_figures(connection.execute(FIGURES).fetchall()), indent=1))


if __name__ == "__main__":
    main()
