package import Records

extension Markup {
    /// What a remark says. A code that this program does not know, a later one's, is shown as it is.
    func sentence(_ remark: Remark) -> String {
        let said = remark.isKnown ? sentence(remark.sentence) : words(remark.code)
        if remark.subject.isEmpty { return said }
        return data(remark.subject) + (said.isEmpty ? "" : remark.separator + said)
    }

    /// A sentence of the program's own, in which backticks stand around code; on a terminal quotation marks do.
    func sentence(_ text: String) -> String {
        self == .markdown ? text : replacing("`", in: text, by: "\"")
    }
}

/// What a remark says in a message: there backticks stand around code on a terminal, too.
package func message(_ remark: Remark) -> String {
    let said = remark.isKnown ? remark.sentence : Markup.plain.words(remark.code)
    if remark.subject.isEmpty { return said }
    let isName = remark.subject.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
    return (isName ? "`\(remark.subject)`" : Markup.plain.data(remark.subject)) + remark.separator + said
}
