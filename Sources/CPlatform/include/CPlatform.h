#pragma once

#include <stddef.h>

/// Permanently gives up the rights to change files outside of some folders, to run other programs and to use TCP, for this
/// thread and all threads that it starts later.
///
/// Landlock: https://docs.kernel.org/userspace-api/landlock.html. glibc has no functions for it.
///
/// - Parameters:
///   - folders: paths of existing folders; changes beneath them stay allowed.
///   - count: the number of folders.
///   - made_in: paths of folders in which empty folders may be removed, to clean up folders that were not needed.
///   - made_count: the number of these.
/// - Returns: the kernel's Landlock version, from 1; 0 if it has none; a negated errno if a right could not be given up.
int freshness_confine(const char *const *folders, size_t count, const char *const *made_in, size_t made_count);

/// Permanently gives up the rights to open sockets, to start processes, to run other programs and to access their memory,
/// for this thread and all threads that it starts later.
///
/// Seccomp: https://docs.kernel.org/userspace-api/seccomp_filter.html. glibc has no functions for it.
///
/// - Returns: whether the kernel enforces this; 0 if the kernel, system or processor does not support it.
int freshness_refuse_sockets_and_programs(void);

/// Allocates large arrays outside of the heap, so that each is returned to the system when it is freed.
void freshness_keep_large_arrays_apart(void);

/// Returns unused memory to the system.
void freshness_give_back_memory(void);
