// Loaded into the program by the tests: to do from inside it what it must not be able to, to hold it up or kill it
// halfway, to let its calls fail, and to set its clock.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void try_to_write(const char *path) {
    if (!path) return;
    int file = open(path, O_WRONLY | O_CREAT, 0666);
    dprintf(2, "write %d\n", file < 0 ? errno : 0);
    if (file >= 0) close(file);
    dprintf(2, "truncate %d\n", truncate(path, 0) < 0 ? errno : 0);
    dprintf(2, "unlink %d\n", unlink(path) < 0 ? errno : 0);
}

static void try_to_run(void) {
    pid_t child = fork();
    dprintf(2, "fork %d\n", child < 0 ? errno : 0);
    // In place of this process: where that is possible, nothing comes after it.
    if (child < 0) execl("/bin/false", "false", (char *)0);
    if (child < 0) dprintf(2, "run %d\n", errno);
    if (child < 0) return;
    if (child == 0) {
        execl("/bin/true", "true", (char *)0);
        _exit(errno);
    }
    int status = 0;
    waitpid(child, &status, 0);
    dprintf(2, "run %d\n", WEXITSTATUS(status));
}

/// A socket that Landlock knows nothing of.
static void try_to_send(void) {
    int end = socket(AF_INET, SOCK_DGRAM, 0);
    dprintf(2, "send %d\n", end < 0 ? errno : 0);
    if (end >= 0) close(end);
}

static void try_to_connect(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_STREAM, 0);
    if (end < 0) dprintf(2, "connect %d\n", errno);
    if (end < 0) return;
    dprintf(2, "connect %d\n", connect(end, (struct sockaddr *)&address, sizeof address) < 0 ? errno : 0);
    close(end);
}

/// Says that the program has come to a call, and waits to be let on.
static void hold_in(const char *call) {
    const char *ready = getenv("TELL_READY");
    const char *where = getenv("HOLD_IN");
    if (!ready || !where || strcmp(where, call) != 0 || access(getenv("WAIT_FOR"), F_OK) == 0) return;
    close(REAL(open)(ready, O_WRONLY | O_CREAT, 0666));
    for (int tries = 0; tries < 600 && access(getenv("WAIT_FOR"), F_OK) != 0; tries++) usleep(50000);
}

// MARK: Calls that fail

/// Whether a call of this name on this file fails, with FAIL_WITH as its reason: FAIL_CALL has the call's name, FAIL_PATH a part
/// of the path. FAIL_AT, where it is given, is the number of the first one that does.
static int fails(const char *call, const char *path) {
    static atomic_int calls;
    const char *wanted = getenv("FAIL_CALL"), *part = getenv("FAIL_PATH"), *first = getenv("FAIL_AT");
    if (!wanted || !part || !path || strcmp(wanted, call) != 0 || !strstr(path, part)) return 0;
    if (first && atomic_fetch_add(&calls, 1) + 1 < atoi(first)) return 0;
    errno = atoi(getenv("FAIL_WITH"));
    return 1;
}

/// The path of an open file.
static const char *path_of(int file, char path[4096]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, 4095);
    path[count < 0 ? 0 : count] = 0;
    return path;
}

static int fails_open(const char *call, int file) {
    char path[4096];
    return getenv("FAIL_CALL") && fails(call, path_of(file, path));
}

/// How much of a file may be read from a place: nothing once FAIL_FROM is reached, and not across it; -1 for failure.
static ssize_t readable(int file, size_t count, off64_t place) {
    off64_t from = getenv("FAIL_FROM") ? atoll(getenv("FAIL_FROM")) : 0;
    char path[4096];
    const char *wanted = getenv("FAIL_CALL"), *part = getenv("FAIL_PATH");
    if (!wanted || !part || strcmp(wanted, "read") != 0 || !strstr(path_of(file, path), part)) return count;
    if (place < from) return place + (off64_t)count > from ? from - place : (off64_t)count;
    return fails("read", path) ? -1 : (ssize_t)count;
}

/// Stops the process behind the read of the number STOP_AT of a file with STOP_PATH in its path.
static atomic_int reads;

static ssize_t was_read(int file, ssize_t count) {
    char path[4096];
    const char *part = getenv("STOP_PATH");
    if (!part || !strstr(path_of(file, path), part)) return count;
    int number = atomic_fetch_add(&reads, 1) + 1;
    if (getenv("STOP_AT") && number == atoi(getenv("STOP_AT"))) raise(SIGSTOP);
    return count;
}

ssize_t read(int file, void *bytes, size_t count) {
    ssize_t most = readable(file, count, getenv("FAIL_CALL") ? lseek(file, 0, SEEK_CUR) : 0);
    return most < 0 ? -1 : was_read(file, REAL(read)(file, bytes, most));
}

ssize_t pread(int file, void *bytes, size_t count, off_t place) {
    ssize_t most = readable(file, count, place);
    return most < 0 ? -1 : was_read(file, REAL(pread)(file, bytes, most, place));
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t place) {
    ssize_t most = readable(file, count, place);
    return most < 0 ? -1 : was_read(file, REAL(pread64)(file, bytes, most, place));
}

int fsync(int file) { return fails_open("sync", file) ? -1 : REAL(fsync)(file); }

int fdatasync(int file) { return fails_open("sync", file) ? -1 : REAL(fdatasync)(file); }

/// SQLite's own: it runs statements, and gives back its SQLITE_ERROR where it fails.
int sqlite3_step(void *statement) { return fails("statement", "") ? 1 : REAL(sqlite3_step)(statement); }

// MARK: Calls that change a file

static atomic_int changes;
/// Of files that have TELL_OPENS in their path.
static atomic_int opens;

/// Counts a call that changes a file; before the one of the number KILL_AT the program is killed.
static void change(void) {
    int number = atomic_fetch_add(&changes, 1) + 1;
    const char *last = getenv("KILL_AT");
    if (last && number == atoi(last)) raise(SIGKILL);
}

__attribute__((destructor)) static void tell_changes(void) {
    if (getenv("TELL_CHANGES")) dprintf(2, "changes %d\n", atomic_load(&changes));
    if (getenv("TELL_READS")) dprintf(2, "reads %d\n", atomic_load(&reads));
    if (getenv("TELL_OPENS")) dprintf(2, "opens %d\n", atomic_load(&opens));
}

static int changing_open(__typeof__(&open) real, const char *path, int flags, va_list more) {
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    if (getenv("TELL_OPENS") && strstr(path, getenv("TELL_OPENS"))) atomic_fetch_add(&opens, 1);
    if (fails("open", path)) return -1;
    if (flags & (O_CREAT | O_TRUNC)) change();
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int file = changing_open(REAL(open), path, flags, more);
    va_end(more);
    return file;
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int file = changing_open(REAL(open64), path, flags, more);
    va_end(more);
    return file;
}

ssize_t write(int file, const void *bytes, size_t count) {
    // Not what is printed.
    if (file > STDERR_FILENO) change();
    if (fails_open("write", file)) return -1;
    return REAL(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    change();
    if (fails_open("write", file)) return -1;
    return REAL(pwrite)(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    change();
    if (fails_open("write", file)) return -1;
    return REAL(pwrite64)(file, bytes, count, place);
}

int ftruncate(int file, off_t size) {
    change();
    return REAL(ftruncate)(file, size);
}

int ftruncate64(int file, off64_t size) {
    change();
    return REAL(ftruncate64)(file, size);
}

int unlink(const char *path) {
    change();
    return REAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
    change();
    return REAL(mkdir)(path, mode);
}

/// Called when a report takes its name, too: everything has been read by then.
int rename(const char *from, const char *to) {
    hold_in("rename");
    change();
    if (getenv("TRY_THRESHOLDS") && strstr(to, ".md")) {
        try_to_write(getenv("TRY_THRESHOLDS"));
        try_to_write(getenv("TRY_ELSEWHERE"));
        try_to_run();
        try_to_connect();
        try_to_send();
    }
    return fails("rename", to) ? -1 : REAL(rename)(from, to);
}

/// Called when the thresholds have been read and nothing else.
int flock(int file, int operation) {
    hold_in("flock");
    return REAL(flock)(file, operation);
}

// MARK: The clock

/// The present moment, where CLOCK_SAYS gives it: in Unix seconds.
static int says(time_t *seconds) {
    const char *text = getenv("CLOCK_SAYS");
    if (text) *seconds = atoll(text);
    return text != NULL;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    time_t seconds;
    if (clock != CLOCK_REALTIME || !says(&seconds)) return REAL(clock_gettime)(clock, now);
    *now = (struct timespec){.tv_sec = seconds};
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    time_t seconds;
    if (!says(&seconds)) return REAL(gettimeofday)(now, zone);
    *now = (struct timeval){.tv_sec = seconds};
    return 0;
}

time_t time(time_t *now) {
    time_t seconds;
    if (!says(&seconds)) return REAL(time)(now);
    if (now) *now = seconds;
    return seconds;
}
