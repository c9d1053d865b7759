import Records
import Stats
import Testing

@testable import Report

@Suite struct MarkdownReportTests {
    @Test func `the whole report of a week that regressed`() {
        // 322,886,146 − 263,160,000 ms = 59,726,146 ms = 16.59 h; 595/994 − 603/997 = 59.859 − 60.481 %. The change's
        // interval: 16.59 − √(13.23² + 7.1²) = 1.58 h, 16.59 + √(8.38² + 6.8²) = 27.38 h.
        let expected = """
            # ⚠ Background freshness 2026-W39

            **Missed: p90 staleness is 89.7 h, the objective is under 72 h.**
            When last heard from, 90 % of the 994 devices had refreshed within the previous 89.7 h.

            p90 is 16.6 h worse than in 2026-W38 (73.1 h), more than the 12 h by which it may get worse: a regression, marked ⚠ in the heading. That is more than chance explains (95 % interval: +1.6 h to +27.4 h).
            p90 has missed its objective for 3 weeks in a row.
            Over the whole week, counting every hour and not only last contact, p90 was 92.4 h: missed as well.
            p50 staleness is 18.1 h: at least half of the devices had refreshed within that time (objective: under 24 h, met).

            | figure                               | objective |                      2026-W39 |   2026-W38 |    change |
            |:-------------------------------------|----------:|------------------------------:|-----------:|----------:|
            | devices                              |           |                           994 |        997 |        −3 |
            | p50 staleness                        |    < 24 h |        18.1 h (15.8–19.8) met |     18.1 h |  ~ +0.1 h |
            | p90 staleness                        |    < 72 h | 89.7 h (76.5–98.1) **missed** |     73.1 h | ⚠ +16.6 h |
            | p90 over the whole week              |    < 72 h |             92.4 h **missed** |     74.2 h |   +18.2 h |
            | more than 7 days, or never refreshed |           |                    34 (3.4 %) | 56 (5.6 %) |   −2.2 pt |
            | ran in the last 24 h                 |           |                        59.9 % |     60.5 % |   −0.6 pt |
            | runs that succeeded                  |           |                        94.0 % |     93.8 % |   +0.2 pt |

            - *Staleness*: the time from a device's last successful refresh to its last contact, which is its last export of the week. p50 and p90: half and 90 % of the devices are at or below it.
            - *Over the whole week*: the time since the last successful refresh, taken at every moment of the week up to last contact, over the time of all devices together.
            - *Ran in the last 24 h*: any run in the 24 h before last contact, successful or not.
            - *Runs that succeeded*: of the week's runs whose outcome is known.
            - In brackets after p50 and p90: 95 % confidence interval.
            - ⚠: p90 staleness got worse by more than the 12 h allowed.
            - ~ before a change: it may be chance, there are too few devices to tell.
            - A change of p50 or p90 staleness without ~ is more than chance explains; the other changes are not tested.
            - Changes are computed before rounding.
            - From being scheduled to running took 7.5 h at p50 and 8.7 h at p90, over the 7,660 runs of the week that record both times.

            ## By bucket

            | bucket         | devices | devices in 2026-W38 |    p50 |     p90 | p90 change | ran in 24 h | > 7 days |
            |:---------------|--------:|--------------------:|-------:|--------:|-----------:|------------:|---------:|
            | android/active |      90 |                  95 |  7.9 h |  41.4 h |  ~ −15.0 h |      82.2 % |        0 |
            | android/rare   |     100 |                  99 | 42.0 h | 135.7 h |  ~ +19.3 h |      28.0 % |        7 |
            | android/never  |       9 |                   9 |  never |   never |     n < 10 |       0.0 % |        9 |
            | ios/normal     |     523 |                 520 | 16.6 h |  59.1 h |     −7.6 h |      63.9 % |        2 |
            | ios/low_power  |     272 |                   0 | 15.7 h |  55.7 h |          – |      58.5 % |       16 |

            - *Bucket*: the platform, and what limits background runs there. On Android, it is the system's standby bucket: the less an app is used, the lower its bucket and the less often it may run; `never` is for apps that were never opened. On iOS, it is `low_power` if low power mode was on at the last run, else `normal`.
            - n < 10: fewer than 10 devices in one of the weeks, so no change is shown.
            - Of p90's change of +16.6 h, +14.5 h comes from changes within the buckets and +2.1 h from devices that changed bucket, came or went: had each bucket kept its share of the devices, p90 would be 87.6 h. Buckets with no device now are left out of this.

            ## Why 125 devices are stale

            Stale: no successful refresh in the 72 h before last contact, or none at all. The objective allows 99 stale devices of 994, 26 fewer than there are. In 2026-W38, 107 were stale.

            | cause              | devices | in 2026-W38 | p90 without it, at best |
            |:-------------------|--------:|------------:|------------------------:|
            | scheduled, not run |     113 |          95 |              48.6 h met |
            | ran, no success    |      12 |          12 |           79.3 h missed |
            | any of them        |     125 |         107 |              45.2 h met |

            - *Scheduled, not run*: the app asked for a run, and the system did not run it.
              41 of the 113 are in buckets that Android throttles (`rare`, `restricted` or `never`):
              that is the system's doing. For the other 72 the exports do not say why:
              perhaps low power mode, background refresh switched off, or an app that was force-quit.
            - *Ran, no success*: after its last refresh, if any, the app ran without success:
              that is the app's doing. Outcome of the latest run: 8 failed,
              4 expired (took longer than the system allows).
            - *At best*: as if all devices of that cause had just refreshed,
              also those that the system held back. Look at *scheduled, not run* first:
              mending it would bring most, a p90 of 48.6 h, which would meet the objective.

            | bucket         | stale |  of | scheduled, not run | ran, no success |
            |:---------------|------:|----:|-------------------:|----------------:|
            | android/active |     4 |  90 |                  4 |               0 |
            | android/rare   |    35 | 100 |                 32 |               3 |
            | android/never  |     9 |   9 |                  9 |               0 |
            | ios/normal     |    52 | 523 |                 48 |               4 |
            | ios/low_power  |    25 | 272 |                 20 |               5 |

            ## Day by day

            | day       | devices |    p50 |         p90 | ran in 24 h |
            |:----------|--------:|-------:|------------:|------------:|
            | Mon 09-21 |     720 | 20.0 h | **114.6 h** |      56.9 % |
            | Tue 09-22 |     725 | 17.4 h | **109.8 h** |      58.5 % |
            | Wed 09-23 |     726 | 17.4 h |  **93.0 h** |      61.0 % |
            | Thu 09-24 |     745 | 17.1 h |  **88.3 h** |      62.6 % |
            | Fri 09-25 |     732 | 16.9 h |  **87.0 h** |      60.7 % |
            | Sat 09-26 |     732 | 16.6 h |  **89.9 h** |      60.2 % |
            | Sun 09-27 |     720 | 17.5 h |  **91.2 h** |      60.6 % |

            Each day's figures are of the devices that exported on it, at their last export of the day. Bold: not under the limit.

            ## How stale

                under 24 h        ████████████████████████ 58.5 %   2026-W38: 58.7 %
                24 to 72 h        ███████████▉             29.0 %             30.6 %
                72 h to 7 days    ███▊                      9.2 %              5.1 %
                more than 7 days  █                         2.3 %              4.3 %
                never refreshed   ▌                         1.1 %              1.3 %

            ## Last 8 weeks

            | week     | devices |    p50 |    p90 | at 24 h or more | at 72 h or more |
            |:---------|--------:|-------:|-------:|----------------:|----------------:|
            | 2026-W34 |     981 | 17.6 h | 70.2 h |          39.9 % |           9.3 % |
            | 2026-W35 |     985 | 17.9 h | 73.9 h |          40.3 % |      **10.7 %** |
            | 2026-W36 |     990 | 18.0 h | 71.2 h |          40.0 % |           9.8 % |
            | 2026-W37 |     996 | 18.2 h | 74.4 h |          40.8 % |      **10.7 %** |
            | 2026-W38 |     997 | 18.1 h | 73.1 h |          41.3 % |      **10.7 %** |
            | 2026-W39 |     994 | 18.1 h | 89.7 h |          41.5 % |      **12.6 %** |

            The objectives allow 50 % of the devices at 24 h or more, and 10 % at 72 h or more. Bold: more than allowed.

            ## What is missing

            - 6 devices that were heard from in the last 28 days said nothing in the last 7.
              With them, whatever they did, p90 lies between 88.4 h and 91.2 h.
            - 2 devices are too new and left out: installed less than 24 h before their last export,
              with no successful refresh yet.
            - 1 export holds as many runs as the recorder keeps,
              and begins after the device's previous export: runs in between may be lost.
            - Buckets with devices in 2026-W38 and none now: android/exempted (3 devices).
            - 2 files could not be used at all:
              - `cut.json.gz`: damaged gzip file
              - `x.json`: text that is not JSON
            - 6 entries were refused in the files of the two weeks:
              - 5 × run more than 5 minutes later than its own export (`2026-09-23.json`: device 17, entry 29;
                device 18, entry 3; `2026-09-24.json`: device 2, entry 1; …)
              - 1 × entry without `at` (`2026-09-22.json`: line 4)
            - 12 values were ignored and count as unknown:
              - 12 × `bucket` ignored: neither a bucket's code nor its name (`2026-09-22.json`: device 3; …)
            - 3 exports carry no time of their own:
              they are dated by their file's name, at the end of that day.
            - In the last 8 weeks, there is no data before 2026-W34. Exports may tell of earlier runs.

            ## Basis

            """
        let report = markdown(Sample.regression)
        #expect(report.hasPrefix(expected))
        #expect(report.contains("Every figure is defined in `metrics/README.md`.\n\n<!-- freshness.report/1 {"))
        #expect(report.hasSuffix("} -->\n"))
    }

    @Test func `the heading is marked only where p90 regressed`() {
        let better = Sample.assessment(Sample.figures(p90: .h(20)), before: Sample.figures(p90: .h(30)))
        let missedBefore = Sample.assessment(Sample.figures(p90: .h(200)), before: Sample.figures(p90: .h(199)))
        let noBaseline = Sample.assessment(Sample.figures(p90: .never), before: nil)
        for assessment in [better, missedBefore, noBaseline] {
            #expect(markdown(assessment).hasPrefix("# Background freshness 2026-W39\n\n"))
        }
        let worse = Sample.assessment(Sample.figures(p90: .never), before: Sample.figures())
        #expect(markdown(worse).hasPrefix("# ⚠ Background freshness 2026-W39\n\n"))
    }

    @Test func `the heading says what the report is narrowed to`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, scope: Scope(app: "net.example.app", task: "# a\nb"))
        #expect(
            markdown(assessment).hasPrefix(
                "# Background freshness 2026-W39 · app `net.example.app` · task `# a\\u{A}b`\n\n"))
    }

    @Test func `without a reading there is no table, but what is missing and the basis are there`() {
        let report = markdown(Sample.assessment(Sample.nothing, before: nil, input: Sample.richInput))
        #expect(!report.contains("|") && !report.contains("## By bucket"))
        #expect(report.contains("## What is missing") && report.contains("## Basis"))
        #expect(report.contains("`cut.json.gz`"))
    }
}
