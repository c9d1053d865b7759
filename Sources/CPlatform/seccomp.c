#include "CPlatform.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The same on every processor, but missing in the headers of older systems.
enum { io_uring_setup = 425, clone3 = 435 };

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
// Returns the error if the loaded value is the number, else skips to the next rule.
#define REFUSE(number, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), ANSWER(error)

int freshness_refuse_sockets_and_programs(void) {
    struct sock_filter filter[] = {
        // Refuse calls by another architecture's numbers.
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        ANSWER(EACCES),
        LOAD(nr),
#if defined(__x86_64__)
        // The x32 interface.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        ANSWER(EACCES),
        REFUSE(SYS_fork, EACCES),
        REFUSE(SYS_vfork, EACCES),
#endif
        REFUSE(SYS_socket, EACCES),
        REFUSE(io_uring_setup, EACCES),
        REFUSE(SYS_execve, EACCES),
        REFUSE(SYS_execveat, EACCES),
        REFUSE(SYS_ptrace, EACCES),
        REFUSE(SYS_process_vm_writev, EACCES),
        // Its flags are in memory, which a filter cannot read; the C library then uses `clone` for threads.
        REFUSE(clone3, ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        ANSWER(EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

#else

int freshness_refuse_sockets_and_programs(void) { return 0; }

#endif
