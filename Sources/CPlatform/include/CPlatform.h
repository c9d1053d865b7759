#pragma once

#include <stddef.h>

/// Gives up, for the rest of the process's life and for all its threads that begin later, every right to change files but
/// beneath some folders, the right to run another program, and the right to use TCP.
///
/// Landlock: https://docs.kernel.org/userspace-api/landlock.html. glibc has no functions for it.
///
/// - Parameters:
///   - folders: paths of folders that exist; changes beneath them stay allowed.
///   - count: how many.
///   - made_in: paths of folders in which empty folders may still be removed: those that were made for nothing.
///   - made_count: how many.
/// - Returns: the version of the kernel's interface, from 1 up; 0 where this kernel or system has none; a negated errno
///   where a right could not be given up.
int freshness_confine(const char *const *folders, size_t count, const char *const *made_in, size_t made_count);

/// Gives up, for the rest of the process's life and for all its threads that begin later, the right to open a socket of
/// any kind, to start a process, to run another program, and to reach into one.
///
/// Seccomp: https://docs.kernel.org/userspace-api/seccomp_filter.html. glibc has no functions for it.
///
/// - Returns: whether the kernel sees to it; 0 where this kernel, system or processor has no such thing.
int freshness_refuse_sockets_and_programs(void);

/// Keeps large arrays apart from the heap, so that each is given back to the system when it is done with.
void freshness_keep_large_arrays_apart(void);

/// Gives back to the system what a step needed and the next one does not.
void freshness_give_back_memory(void);
