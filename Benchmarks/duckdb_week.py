#!/usr/bin/env python3
"""The week's figures by DuckDB over the JSON folder: what people write without this program.

    duckdb_week.py FOLDER 2026-W39                     read the folder, print the figures as JSON
    duckdb_week.py FOLDER 2026-W39 --keep FILE.duckdb  keep tables, and read only files that are not in them yet
"""
import argparse, datetime as dt, glob, json, os, duckdb

EXPORT = ("{'device': 'VARCHAR', 'app': 'VARCHAR', 'platform': 'VARCHAR', 'exportedAt': 'DOUBLE', 'bucket': 'INTEGER', "
          "'history': 'STRUCT(\"at\" DOUBLE, success BOOLEAN, \"lowPower\" BOOLEAN, bucket INTEGER)[]'}")


def load(con, files):
    con.execute("CREATE TABLE IF NOT EXISTS exports (app VARCHAR, device VARCHAR, platform VARCHAR, e BIGINT, bucket INTEGER)")
    con.execute("CREATE TABLE IF NOT EXISTS runs (app VARCHAR, device VARCHAR, ran_at BIGINT, success BOOLEAN, low BOOLEAN, bucket INTEGER)")
    con.execute("CREATE TABLE IF NOT EXISTS files (name VARCHAR)")
    known = {name for name, in con.execute("SELECT name FROM files").fetchall()}
    new = [f for f in files if f not in known]
    if not new:
        return
    con.execute(f"CREATE TEMP TABLE raw AS SELECT * FROM read_json(?, columns={EXPORT}, maximum_object_size=268435456)", [new])
    con.execute("INSERT INTO exports SELECT app, device, platform, CAST(round(exportedAt * 1000) AS BIGINT), bucket FROM raw")
    con.execute("""
        INSERT INTO runs
        SELECT app, device, ran_at, arg_max(success, e), arg_max(low, e), arg_max(bucket, e)
        FROM (SELECT app, device, exportedAt AS e, CAST(round(h."at" * 1000) AS BIGINT) AS ran_at, h.success AS success,
                     h."lowPower" AS low, h.bucket AS bucket
              FROM (SELECT app, device, exportedAt, unnest(history) AS h FROM raw))
        GROUP BY app, device, ran_at""")
    con.execute("DROP TABLE raw")
    con.executemany("INSERT INTO files VALUES (?)", [[f] for f in new])


def figures(con, start, end):
    con.execute("CREATE OR REPLACE TEMP TABLE readings AS "
                "WITH last AS (SELECT app, device, max(e) AS e, arg_max(platform, e) AS platform, arg_max(bucket, e) AS bucket "
                "              FROM exports WHERE e >= $s AND e < $t GROUP BY app, device) "
                "SELECT l.*, l.e - max(r.ran_at) FILTER (r.success) AS staleness, "
                "       coalesce(bool_or(r.ran_at > l.e - 86400000), false) AS ran, "
                "       arg_max(r.low, r.ran_at) AS low, "
                "       count(*) FILTER (r.ran_at >= $s AND r.success) AS ok, "
                "       count(*) FILTER (r.ran_at >= $s AND r.success IS NOT NULL) AS known "
                "FROM last l LEFT JOIN runs r ON r.app = l.app AND r.device = l.device AND r.ran_at <= l.e "
                "GROUP BY l.app, l.device, l.e, l.platform, l.bucket", {"s": start, "t": end})
    select = ("SELECT {group}, count(*), "
              "quantile_disc(coalesce(staleness, 9e18), 0.5), quantile_disc(coalesce(staleness, 9e18), 0.9), "
              "avg(ran::INT), sum(ok) / nullif(sum(known), 0), count(*) FILTER (staleness IS NULL OR staleness > 604800000) "
              "FROM readings {by}")
    label = "CASE WHEN platform = 'ios' THEN 'ios/' || CASE WHEN low THEN 'low_power' ELSE 'normal' END ELSE platform || '/' || bucket END"
    rows = con.execute(select.format(group="'all'", by="")).fetchall()
    rows += con.execute(select.format(group=label, by="GROUP BY 1 ORDER BY 1")).fetchall()
    hours = lambda x: None if x is None or x > 1e17 else x / 3_600_000
    return {r[0]: {"devices": r[1], "p50Hours": hours(r[2]), "p90Hours": hours(r[3]), "runRate": r[4], "successRate": r[5],
                   "brokenDevices": r[6]} for r in rows}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("week")
    p.add_argument("--keep")
    a = p.parse_args()
    year, week = a.week.split("-W")
    monday = dt.datetime.combine(dt.date.fromisocalendar(int(year), int(week), 1), dt.time(), dt.timezone.utc)
    start = int(monday.timestamp() * 1000)
    con = duckdb.connect(a.keep or ":memory:")
    con.execute("SET threads = 2")
    load(con, sorted(glob.glob(os.path.join(a.folder, "*.json*"))))
    span = 7 * 86_400_000
    print(json.dumps({"current": figures(con, start, start + span), "baseline": figures(con, start - span, start)}, indent=1))


if __name__ == "__main__":
    main()
