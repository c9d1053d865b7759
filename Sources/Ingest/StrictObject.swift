import CSimdjson

/// The members of one JSON object, read strictly by RFC 8259: no trailing commas, UTF-8 only; repeated names are
/// returned repeatedly.
package enum StrictObject {
    package enum Value: Equatable, Sendable {
        case text(String)
        case number(Double)
        /// As written: a text for ``members(of:)``.
        case object([UInt8])
        case boolean(Bool)
        case null
        /// A list.
        case other
    }

    /// The members in order; nil if the bytes are not an object.
    package static func members(of bytes: [UInt8]) -> [(name: String, value: Value)]? {
        guard let reader = fj_reader_create() else { return nil }
        defer { fj_reader_destroy(reader) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = Array(bytes.dropFirst(hasMark ? 3 : 0))
        let padded = text + [UInt8](repeating: 0, count: Int(FJ_PADDING))
        var list = MemberList()
        let result = padded.withUnsafeBufferPointer { buffer in
            withUnsafeMutablePointer(to: &list) { list in
                fj_read_object(reader, buffer.baseAddress, text.count, list) { context, name, length, token in
                    guard let list = context?.assumingMemoryBound(to: MemberList.self), let token else { return }
                    let name = String(decoding: UnsafeBufferPointer(start: name, count: length), as: UTF8.self)
                    list.pointee.members.append((name, Value(token.pointee)))
                }
            }
        }
        return result == FJ_OK ? list.members : nil
    }

    private struct MemberList {
        var members: [(name: String, value: Value)] = []
    }
}

extension StrictObject.Value {
    fileprivate init(_ token: fj_token) {
        let text = String(decoding: token.bytes, as: UTF8.self)
        if token.is(FJ_TEXT) {
            self = .text(text)
        } else if token.is(FJ_NUMBER), let number = Double(text), number.isFinite {
            self = .number(number)
        } else {
            self =
                if token.is(FJ_OBJECT) {
                    .object(Array(token.bytes))
                } else if token.is(FJ_NULL) {
                    .null
                } else {
                    token.is(FJ_TRUE) ? .boolean(true) : token.is(FJ_FALSE) ? .boolean(false) : .other
                }
        }
    }
}
