package import Stats

/// The report of a week as a Markdown file, ending in one newline.
///
/// The heading, the sections' names and the columns' names are an interface: programs read this file too. Its last line is
/// for them alone.
package func markdown(_ assessment: Assessment) -> String {
    Wording(assessment: assessment, markup: .markdown).blocks.text(.markdown) + "\n" + machineLine(assessment) + "\n"
}
