import Testing

/// What people's folders really do, night by night: collections that stop, files that are overwritten, ids that two
/// phones share. Each case stands for its whole kind.
///
/// The figures were computed by others than this program, or stand beside how they are worked out.
@Suite struct NightsTests {}
