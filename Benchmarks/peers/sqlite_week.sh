#!/bin/sh
# The week's figures by the sqlite3 shell and its JSON functions: what people write without this program.
#
#     sqlite_week.sh FOLDER 2026-W39    read the whole folder in memory, print the figures as JSON
#
# It takes exports as scripts/make_fleet.py writes them: each file a JSON array, times in Unix seconds, every field
# there, weeks in UTC, broken after seven days. Where exports tell a run differently the later export's word stands.
set -eu

[ $# = 2 ] || { sed -n '2,7s/^#//p' "$0" >&2; exit 2; }
folder=$1 week=$2

{
    cat <<'SQL'
CREATE TABLE documents (document TEXT);
CREATE TABLE devices (id INTEGER PRIMARY KEY, app TEXT, device TEXT, UNIQUE (app, device));
CREATE TABLE exports (id INTEGER, exported_at INTEGER, platform TEXT, bucket INTEGER);
CREATE TABLE runs (id INTEGER, ran_at INTEGER, told_at INTEGER, success INTEGER, low_power INTEGER,
                   PRIMARY KEY (id, ran_at)) WITHOUT ROWID;
BEGIN;
SQL
    for file in "$folder"/*.json; do
        quoted=$(printf %s "$file" | sed "s/'/''/g")
        cat <<SQL
INSERT INTO documents SELECT value FROM json_each(CAST(readfile('$quoted') AS TEXT));
SQL
        cat <<'SQL'
INSERT OR IGNORE INTO devices (app, device)
    SELECT coalesce(document ->> 'app', ''), document ->> 'device' FROM documents;
INSERT INTO exports
    SELECT id, CAST(round((document ->> 'exportedAt') * 1000) AS INTEGER),
           document ->> 'platform', document ->> 'bucket'
    FROM documents
    JOIN devices ON devices.app = coalesce(document ->> 'app', '') AND devices.device = document ->> 'device';
INSERT INTO runs
    SELECT told.id, CAST(round((entry.value ->> 'at') * 1000) AS INTEGER), told_at,
           entry.value ->> 'success', entry.value ->> 'lowPower'
    FROM (SELECT id, CAST(round((document ->> 'exportedAt') * 1000) AS INTEGER) AS told_at, document
          FROM documents
          JOIN devices ON devices.app = coalesce(document ->> 'app', '') AND devices.device = document ->> 'device')
             AS told,
         json_each(document, '$.history') AS entry
    WHERE true
    ON CONFLICT (id, ran_at) DO UPDATE
        SET told_at = excluded.told_at, success = excluded.success, low_power = excluded.low_power
        WHERE excluded.told_at > told_at;
DELETE FROM documents;
SQL
    done
    cat <<SQL
CREATE TABLE weeks AS
    WITH this AS (SELECT 1000 * strftime('%s', substr('$week', 1, 4) || '-01-04', 'weekday 0', '-6 days',
                                         '+' || (7 * (substr('$week', 7) - 1)) || ' days') AS week_start)
    SELECT 'current' AS week, week_start FROM this
    UNION ALL SELECT 'baseline', week_start - 604800000 FROM this;
SQL
    cat <<'SQL'
-- One row for each device and week: its last export there, and what all its runs up to then say. Beside one max() or
-- min(), SQLite takes the other columns from the row that has it.
CREATE TABLE last AS
    SELECT week, week_start, id, max(exported_at) AS exported_at, platform, bucket
    FROM weeks JOIN exports ON exported_at >= week_start AND exported_at < week_start + 604800000
    GROUP BY week, id;
CREATE TABLE readings AS
    SELECT week, platform, bucket, last.id, exported_at,
           exported_at - max(CASE WHEN success THEN ran_at END) AS staleness,
           coalesce(max(ran_at) > exported_at - 86400000, 0) AS ran,
           total(ran_at >= week_start AND success) AS succeeded,
           total(ran_at >= week_start AND success IS NOT NULL) AS known,
           (SELECT low_power FROM runs AS latest WHERE latest.id = last.id AND latest.ran_at <= exported_at
            ORDER BY latest.ran_at DESC LIMIT 1) AS low_power
    FROM last LEFT JOIN runs ON runs.id = last.id AND ran_at <= exported_at
    GROUP BY week, last.id;
CREATE TABLE named AS
    SELECT *, 'all' AS name FROM readings
    UNION ALL
    SELECT *, CASE WHEN platform <> 'ios' THEN platform || '/' || coalesce(bucket, 'none')
                   WHEN low_power IS NULL THEN 'ios/none'
                   WHEN low_power THEN 'ios/low_power' ELSE 'ios/normal' END FROM readings;
CREATE TABLE figures AS
    SELECT week, name,
           json_object('devices', count(*),
                       'p50Hours', max(CASE WHEN place = (devices + 1) / 2 THEN staleness END) / 3600000.0,
                       'p90Hours', max(CASE WHEN place = (9 * devices + 9) / 10 THEN staleness END) / 3600000.0,
                       'runRate', avg(ran),
                       'successRate', sum(succeeded) / nullif(sum(known), 0),
                       'brokenDevices', count(*) - count(CASE WHEN staleness <= 604800000 THEN 1 END)) AS figures
    FROM (SELECT *, row_number() OVER (PARTITION BY week, name ORDER BY staleness NULLS LAST) AS place,
                 count(*) OVER (PARTITION BY week, name) AS devices
          FROM named)
    GROUP BY week, name;
SELECT json_object('current', (SELECT json_group_object(name, json(figures)) FROM figures WHERE week = 'current'),
                   'baseline', (SELECT json_group_object(name, json(figures)) FROM figures WHERE week = 'baseline'));
COMMIT;
SQL
} | sqlite3 -bail :memory:
