import Records
import Stats
import Testing

/// The bucket of a reading.
@Suite struct BucketReadingTests {
    private func kind(_ history: History) -> BucketLabel.Kind? { history.reading(in: week39, rules)?.label.kind }

    private func standby(_ code: Int16) -> BucketLabel.Kind { .standby(Bucket(rawValue: code)) }

    @Test func `Android's bucket is the export's, whatever its runs say`() {
        let runs = [run(wednesday.advanced(by: -hour), bucket: 10)]
        #expect(kind(deviceExport(at: wednesday, runs, bucket: 40)) == standby(40))
        #expect(kind(deviceExport(at: wednesday, [], bucket: 45)) == standby(45))
    }

    @Test func `without an export's bucket the latest run's at or before the export is used`() {
        let runs = [
            run(wednesday.advanced(by: -9 * hour), bucket: 10), run(wednesday, .failed, bucket: 30),
        ]
        let device = merged([
            deviceExport(at: wednesday, runs),
            deviceExport(at: week39.end, [run(wednesday.advanced(by: 1), bucket: 45)]),
        ])
        #expect(kind(device) == standby(30))
    }

    @Test func `only the latest run's bucket is used, even if it has none`() {
        let runs = [
            run(wednesday.advanced(by: -9 * hour), bucket: 10), run(wednesday.advanced(by: -hour)),
        ]
        #expect(kind(deviceExport(at: wednesday, runs)) == BucketLabel.Kind.none)
        #expect(kind(deviceExport(at: wednesday, [])) == BucketLabel.Kind.none)
    }

    @Test func `the bucket of another export is not used`() {
        let device = merged([
            deviceExport(at: monday, [], bucket: 40), deviceExport(at: wednesday, [run(wednesday, bucket: 20)]),
        ])
        #expect(kind(device) == standby(20))
    }

    @Test(arguments: [Int16(0), 7, 99, -5, 32_766])
    func `a code without a name is kept`(_ code: Int16) {
        #expect(kind(deviceExport(at: wednesday, [], bucket: code)) == standby(code))
        #expect(BucketLabel(platform: "android", kind: standby(code)).text == "android/unknown(\(code))")
    }

    @Test(
        arguments: [(true, .lowPower), (false, .normal), (nil, BucketLabel.Kind.none)] as [(Bool?, BucketLabel.Kind)])
    func `on iOS low power at the latest run decides`(_ lowPower: Bool?, _ expected: BucketLabel.Kind) {
        let runs = [
            run(wednesday.advanced(by: -9 * hour), lowPower: true),
            run(wednesday.advanced(by: -8 * hour), lowPower: false),
            run(wednesday.advanced(by: -hour), .failed, lowPower: lowPower),
        ]
        let device = merged([
            deviceExport(at: wednesday, runs, platform: ios),
            deviceExport(at: week39.end, [run(wednesday.advanced(by: 1), lowPower: true)], platform: ios),
        ])
        #expect(kind(device) == expected)
    }

    @Test func `iOS ignores standby buckets, and other platforms ignore low power`() {
        let runs = [run(wednesday, bucket: 10, lowPower: true)]
        #expect(kind(deviceExport(at: wednesday, runs, platform: ios, bucket: 40)) == .lowPower)
        #expect(kind(deviceExport(at: wednesday, runs, platform: android)) == standby(10))
        #expect(
            kind(deviceExport(at: wednesday, [run(wednesday, lowPower: true)], platform: android))
                == BucketLabel.Kind.none)
        #expect(kind(deviceExport(at: wednesday, [], platform: ios)) == BucketLabel.Kind.none)
    }

    @Test func `a platform that no export named is not iOS where no store knows iOS`() {
        let device = deviceExport(at: wednesday, [run(wednesday, bucket: 10, lowPower: true)], platform: noPlatform)
        #expect(device.reading(in: week39, ReadingRules())?.label.kind == standby(10))
    }

    @Test(arguments: [0, 30 * hour, 100 * day] as [Int64])
    func `of several runs in the latest millisecond the order of the tasks' numbers decides nothing`(_ age: Int64) {
        // Tasks are numbered as files are read, which must not change a report.
        let at = wednesday.advanced(by: -age)
        for platform in [ios, android] {
            let one = deviceExport(
                at: wednesday,
                [run(at, task: 1, bucket: 10, lowPower: true), run(at, task: 2, bucket: 40, lowPower: false)],
                platform: platform)
            let other = deviceExport(
                at: wednesday,
                [run(at, task: 2, bucket: 10, lowPower: true), run(at, task: 1, bucket: 40, lowPower: false)],
                platform: platform)
            #expect(kind(one) == kind(other))
        }
    }

    @Test func `which of two platforms at the same moment is used does not depend on the order of reading`() {
        // Platforms are numbered as files are read; the exports differ in nothing else.
        func platform(_ order: [String], names: [String]) -> String? {
            let all = order.map { name in
                deviceExport(at: wednesday, [], platform: PlatformID(rawValue: UInt32(names.firstIndex(of: name) ?? 0)))
            }
            return merged(all).reading(in: week39, readingRules(platforms: names))?.label.platform
        }
        let expected = platform(["ios", "android"], names: ["", "ios", "android"])
        #expect(["ios", "android"].contains(expected))
        #expect(platform(["android", "ios"], names: ["", "ios", "android"]) == expected)
        #expect(platform(["ios", "android"], names: ["", "android", "ios"]) == expected)
        #expect(platform(["android", "ios"], names: ["", "android", "ios"]) == expected)
    }

    @Test func `of two exports at the same moment the smaller bucket is used, and a known one over none`() {
        for (smaller, other) in [(10, 40), (40, nil)] as [(Int16, Int16?)] {
            let all = [
                deviceExport(at: wednesday, [], bucket: smaller),
                deviceExport(at: wednesday, [run(wednesday, bucket: 5)], bucket: other),
            ]
            #expect(kind(merged(all)) == standby(smaller))
            #expect(kind(merged(all.reversed())) == standby(smaller))
        }
    }

    @Test func `the platform is that of the export whose bucket is used`() {
        for names in [["", "android", "zeta"], ["", "zeta", "android"]] {
            let all = [("android", Int16(10)), ("zeta", 40)].map { name, bucket in
                let number = PlatformID(rawValue: UInt32(names.firstIndex(of: name) ?? 0))
                return deviceExport(at: wednesday, [], platform: number, bucket: bucket)
            }
            for order in [all, all.reversed()] {
                let label = merged(order).reading(in: week39, readingRules(platforms: names))?.label
                #expect(label == BucketLabel(platform: "android", kind: standby(10)))
            }
        }
    }

    @Test(
        arguments: [("android", "android"), ("harmony", "harmony"), ("", "unknown"), ("é", "é")]
            as [(String, String)])
    func `a reading has the platform's name, or unknown if there is none`(_ name: String, _ shown: String) {
        let device = deviceExport(at: wednesday, [], platform: PlatformID(rawValue: 1), bucket: 10)
        let label = device.reading(in: week39, readingRules(platforms: ["", name]))?.label
        #expect(label == BucketLabel(platform: shown, kind: standby(10)))
    }

    @Test func `labels read as the definitions write them`() {
        let kinds: [(BucketLabel.Kind, String)] = [
            (standby(5), "x/exempted"), (standby(10), "x/active"), (standby(20), "x/working_set"),
            (standby(30), "x/frequent"), (standby(40), "x/rare"), (standby(45), "x/restricted"),
            (standby(50), "x/never"), (.normal, "x/normal"), (.lowPower, "x/low_power"), (.none, "x/none"),
        ]
        for (kind, text) in kinds { #expect(BucketLabel(platform: "x", kind: kind).text == text) }
    }
}
