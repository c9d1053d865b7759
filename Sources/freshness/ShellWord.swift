/// A text as one word of a shell: quoted where it must be, so that a command in a message can be copied and run.
func shellWord(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { plainBytes.contains($0) }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}

private let plainBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,-=".utf8)
