package import Stats

/// The same figures and sentences for a terminal, without Markdown, ending in one newline.
package func statsText(_ assessment: Assessment) -> String {
    Wording(assessment: assessment, markup: .plain).blocks.text(.plain)
}
