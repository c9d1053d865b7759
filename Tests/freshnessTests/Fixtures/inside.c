// Loaded into the program by the tests, to do from inside it what it must not be able to, and to hold it up halfway.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// Called when a report takes its name: everything has been read by then.
int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    if (getenv("TRY_THRESHOLDS") && strstr(to, ".md")) {
        try_to_write(getenv("TRY_THRESHOLDS"));
        try_to_write(getenv("TRY_ELSEWHERE"));
        try_to_run();
        try_to_connect();
        try_to_send();
    }
    return real(from, to);
}

/// Called when the thresholds have been read and nothing else: says so, and waits to be let on.
int flock(int file, int operation) {
    int (*real)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
    const char *ready = getenv("TELL_READY");
    if (ready) {
        close(open(ready, O_WRONLY | O_CREAT, 0666));
        for (int tries = 0; tries < 600 && access(getenv("WAIT_FOR"), F_OK) != 0; tries++) usleep(50000);
    }
    return real(file, operation);
}
