// Loaded into the program by the tests: to do from inside it what it must not be able to, to hold it up or kill it
// halfway, and to set its clock.
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

// MARK: Calls that change a file

static atomic_int changes;

/// Counts a call that changes a file; before the one of the number KILL_AT the program is killed.
static void change(void) {
    int number = atomic_fetch_add(&changes, 1) + 1;
    const char *last = getenv("KILL_AT");
    if (last && number == atoi(last)) raise(SIGKILL);
}

__attribute__((destructor)) static void tell_changes(void) {
    if (getenv("TELL_CHANGES")) dprintf(2, "changes %d\n", atomic_load(&changes));
}

static int changing_open(__typeof__(&open) real, const char *path, int flags, va_list more) {
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
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
    return REAL(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    change();
    return REAL(pwrite)(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    change();
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
    return REAL(rename)(from, to);
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
