import Records
import Testing

/// The last export of a moment is the same whatever the order of reading.
@Suite struct ExportOrderTests {
    private func export(
        _ at: Int64 = 5, content: UInt32 = 1, bucket: Int16? = nil
    ) -> Export {
        Export(
            exportedAt: moment(at), content: ContentID(rawValue: content),
            bucket: bucket.map { Bucket(rawValue: $0) })
    }

    private func last(_ exports: [Export]) -> Export? {
        var history = History()
        for export in exports { history.merge(History(export, telling: [])) }
        return history.exports.last
    }

    @Test func `the later moment is the last`() {
        let all = [export(6, content: 1), export(5, content: 2, bucket: 5), export(7, content: 3)]
        #expect(last(all)?.content.rawValue == 3)
        #expect(last(all.reversed())?.content.rawValue == 3)
    }

    @Test(arguments: [(5, 10), (10, 45), (-3, 5), (50, 32_766)] as [(Int16, Int16)])
    func `of two exports at one moment the smaller bucket is the last`(_ smaller: Int16, _ larger: Int16) {
        for contents in [(UInt32(1), UInt32(2)), (2, 1)] {
            let all = [export(content: contents.0, bucket: smaller), export(content: contents.1, bucket: larger)]
            #expect(last(all)?.bucket?.rawValue == smaller)
            #expect(last(all.reversed())?.bucket?.rawValue == smaller)
        }
    }

    @Test func `a known bucket stands over none`() {
        for contents in [(UInt32(1), UInt32(2)), (2, 1)] {
            let all = [export(content: contents.0, bucket: 50), export(content: contents.1)]
            #expect(last(all)?.bucket?.rawValue == 50)
            #expect(last(all.reversed())?.bucket?.rawValue == 50)
        }
    }

    @Test func `the lowest code that a bucket can have is put in order like any other`() async {
        // -32768 has no counterpart above zero in 16 bits.
        await #expect(processExitsWith: .success) {
            let lowest = Export(
                exportedAt: moment(5), content: ContentID(rawValue: 1), bucket: Bucket(rawValue: .min))
            let other = Export(exportedAt: moment(5), content: ContentID(rawValue: 2), bucket: Bucket(rawValue: 10))
            var history = History(lowest, telling: [])
            history.merge(History(other, telling: []))
            try #require(history.exports.last?.bucket?.rawValue == .min)
        }
    }
}
