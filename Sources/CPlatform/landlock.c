// For O_PATH.
#define _GNU_SOURCE
#include "CPlatform.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same on every processor, but missing in the headers of older systems.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };

struct ruleset {
    uint64_t files;
    uint64_t net;
};

struct path_rule {
    uint64_t files;
    int32_t folder;
} __attribute__((packed));

// Rights by their bit (linux/landlock.h): 0 execute, 1 write a file, 2 and 3 read, 4 and 5 remove, 6 to 12 make, 13 link
// and rename across folders, 14 truncate, 15 ioctl on devices.
static const uint64_t execute = 1u << 0;
static const uint64_t change = (1u << 1) | (1u << 4) | (1u << 5) | 0x1FC0u;
static const uint64_t remove_folder = 1u << 4;
static const uint64_t refer = 1u << 13;
static const uint64_t truncate_file = 1u << 14;
static const uint64_t device_ioctl = 1u << 15;
static const uint64_t tcp = 3;

static int allow(int rules, const char *path, uint64_t files) {
    struct path_rule rule = {.files = files, .folder = open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0) return -errno;
    int result = syscall(add_rule, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0) == 0 ? 0 : -errno;
    close(rule.folder);
    return result;
}

int freshness_confine(const char *const *folders, size_t count, const char *const *made_in, size_t made_count) {
    int version = (int)syscall(create_ruleset, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
    // Not built in, switched off at boot, or blocked by a container.
    if (version < 0) return 0;

    uint64_t writing = change;
    if (version >= 2) writing |= refer;
    if (version >= 3) writing |= truncate_file;
    uint64_t given_up = writing | execute;
    if (version >= 5) given_up |= device_ioctl;
    struct ruleset ruleset = {.files = given_up, .net = version >= 4 ? tcp : 0};
    size_t size = version >= 4 ? sizeof ruleset : sizeof ruleset.files;
    int rules = (int)syscall(create_ruleset, &ruleset, size, 0);
    if (rules < 0) return -errno;

    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) result = allow(rules, folders[i], writing);
    for (size_t i = 0; i < made_count && result == 0; i++) result = allow(rules, made_in[i], remove_folder);
    if (result == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) result = -errno;
    if (result == 0 && syscall(restrict_self, rules, 0) != 0) result = -errno;
    close(rules);
    return result == 0 ? version : result;
}

#else

int freshness_confine(const char *const *folders, size_t count, const char *const *made_in, size_t made_count) {
    (void)folders;
    (void)count;
    (void)made_in;
    (void)made_count;
    return 0;
}

#endif
