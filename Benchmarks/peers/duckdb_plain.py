#!/usr/bin/env python3
"""The week's figures by DuckDB as one writes it in an afternoon: each step a plain statement.

    duckdb_plain.py FOLDER 2026-W39                     read the whole folder in memory, print the figures as JSON
    duckdb_plain.py FOLDER 2026-W39 --keep FILE.duckdb  keep tables in a file, and read only files that are not in it

duckdb_week.py gives the same after days of work on its speed. Both take exports as scripts/make_fleet.py writes them.
"""
import argparse
import datetime
import glob
import json
import os

import duckdb

from duckdb_week import COLUMNS, FIGURES, as_figures

TABLES = """
    CREATE TABLE IF NOT EXISTS files (name VARCHAR);
    CREATE TABLE IF NOT EXISTS exports (app VARCHAR, device VARCHAR, platform VARCHAR, bucket INTEGER, exported_at BIGINT);
    CREATE TABLE IF NOT EXISTS runs (app VARCHAR, device VARCHAR, ran_at BIGINT, success BOOLEAN, low_power BOOLEAN);
"""

NEW = f"CREATE TEMP TABLE new AS SELECT * FROM read_json(?, columns = {COLUMNS})"

EXPORTS = "INSERT INTO exports SELECT app, device, platform, bucket, round(exportedAt * 1000)::BIGINT FROM new"

# Daily exports overlap: a run counts once, as the last export that tells it has it.
TOLD = """
    CREATE TEMP TABLE told AS
    SELECT app, device, round(entry."at" * 1000)::BIGINT AS ran_at, entry.success, entry.lowPower AS low_power
    FROM (SELECT app, device, exportedAt, unnest(history) AS entry FROM new)
    QUALIFY row_number() OVER (PARTITION BY app, device, ran_at ORDER BY exportedAt DESC) = 1
"""

REPLACE = """
    DELETE FROM runs USING told
    WHERE runs.app = told.app AND runs.device = told.device AND runs.ran_at = told.ran_at;
    INSERT INTO runs SELECT * FROM told;
"""

# One row for each device and week: its last export there, and what all its runs up to then say.
READINGS = """
    CREATE TEMP TABLE readings AS
    WITH weeks AS (SELECT 'current' AS week, $start AS week_start
                   UNION ALL SELECT 'baseline', $start - 604800000),
         last AS (SELECT * FROM exports JOIN weeks
                    ON exported_at >= week_start AND exported_at < week_start + 604800000
                  QUALIFY row_number() OVER (PARTITION BY week, app, device ORDER BY exported_at DESC) = 1)
    SELECT week, platform, bucket,
           exported_at - max(ran_at) FILTER (success) AS staleness,
           coalesce(bool_or(ran_at > exported_at - 86400000), false) AS ran,
           arg_max_null(low_power, ran_at) AS low_power,
           count(*) FILTER (ran_at >= week_start AND success) AS succeeded,
           count(*) FILTER (ran_at >= week_start AND success IS NOT NULL) AS known
    FROM last LEFT JOIN runs ON runs.app = last.app AND runs.device = last.device AND ran_at <= exported_at
    GROUP BY week, last.app, last.device, exported_at, platform, bucket
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("week")
    parser.add_argument("--keep")
    arguments = parser.parse_args()

    connection = duckdb.connect(arguments.keep or ":memory:")
    connection.execute(TABLES)
    stored = {name for name, in connection.execute("SELECT name FROM files").fetchall()}
    files = sorted(glob.glob(os.path.join(arguments.folder, "*.json*")))
    new = [file for file in files if os.path.basename(file) not in stored]
    if new:
        connection.execute(NEW, [new])
        connection.execute(EXPORTS)
        connection.execute(TOLD)
        connection.execute(REPLACE)
        connection.execute("INSERT INTO files SELECT unnest(?)", [[os.path.basename(file) for file in new]])

    year, week = arguments.week.split("-W")
    monday = datetime.datetime.fromisocalendar(int(year), int(week), 1).replace(tzinfo=datetime.timezone.utc)
    connection.execute(READINGS, {"start": int(monday.timestamp()) * 1000})
    print(json.dumps(as_figures(connection.execute(FIGURES).fetchall()), indent=1))


if __name__ == "__main__":
    main()
