/* Escapes in machine code: each asks the kernel itself, past every library and every Python hook.
 * Each returns 1 when it got what it was after and 0 when not. Built by sandbox_escapes.py. */
#define _GNU_SOURCE
#include <linux/io_uring.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <netinet/in.h>
#include <fcntl.h>

struct bait {
    const char *key;      /* a file that holds a secret */
    int process;          /* somebody else's process of the same user */
    uint64_t address;     /* of a secret in its memory */
    int port;             /* of a server on this machine */
};

static long ask(long number, long a, long b, long c, long d, long e, long f)
{
#if defined(__x86_64__)
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10),
                     "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
#endif
}

static int opens(const char *path)
{
    return ask(SYS_openat, AT_FDCWD, (long)path, O_RDONLY, 0, 0, 0) >= 0;
}

int native_open_key(const struct bait *bait) { return opens(bait->key); }
int native_open_shadow(const struct bait *bait) { (void)bait; return opens("/etc/shadow"); }
int native_open_environ_of_first(const struct bait *bait)
{
    (void)bait;
    return opens("/proc/1/environ");
}

int native_openat2_key(const struct bait *bait)
{
    struct { uint64_t flags, mode, resolve; } how = {O_RDONLY, 0, 0};
    return ask(SYS_openat2, AT_FDCWD, (long)bait->key, (long)&how, sizeof how, 0, 0) >= 0;
}

int native_read_memory(const struct bait *bait)
{
    char here[8];
    struct iovec local = {here, sizeof here}, remote = {(void *)bait->address, sizeof here};
    return ask(SYS_process_vm_readv, bait->process, (long)&local, 1, (long)&remote, 1, 0) == 8;
}

int native_ptrace(const struct bait *bait)
{
    return ask(SYS_ptrace, 0x4206 /* PTRACE_SEIZE */, bait->process, 0, 0, 0, 0) == 0;
}

int native_signal(const struct bait *bait)
{
    return ask(SYS_kill, bait->process, 0, 0, 0, 0, 0) == 0;
}

int native_take_descriptor(const struct bait *bait)
{
    long process = ask(SYS_pidfd_open, bait->process, 0, 0, 0, 0, 0);
    return process >= 0 && ask(SYS_pidfd_getfd, process, 1, 0, 0, 0, 0) >= 0;
}

int native_fork(const struct bait *bait)
{
    (void)bait;
    long child = ask(SYS_clone, 17 /* SIGCHLD */, 0, 0, 0, 0, 0);
    if (child == 0)
        ask(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    return child > 0;
}

int native_clone3(const struct bait *bait)
{
    uint64_t how[11] = {0};
    (void)bait;
    how[4] = 17;
    long child = ask(SYS_clone3, (long)how, sizeof how, 0, 0, 0, 0);
    if (child == 0)
        ask(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    return child > 0;
}

int native_shell(const struct bait *bait)
{
    const char *words[] = {"/bin/sh", "-c", "printf 1", 0};
    (void)bait;
    ask(SYS_execve, (long)words[0], (long)words, 0, 0, 0, 0);
    return 0;
}

int native_shell_by_descriptor(const struct bait *bait)
{
    const char *words[] = {"sh", "-c", "printf 1", 0};
    long file = ask(SYS_openat, AT_FDCWD, (long)"/bin/sh", O_PATH, 0, 0, 0);
    (void)bait;
    if (file >= 0)
        ask(SYS_execveat, file, (long)"", (long)words, 0, AT_EMPTY_PATH, 0);
    return 0;
}

int native_connect(const struct bait *bait)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(bait->port)};
    there.sin_addr.s_addr = htonl(0x7f000001);
    long made = ask(SYS_socket, AF_INET, SOCK_STREAM, 0, 0, 0, 0);
    return made >= 0 && ask(SYS_connect, made, (long)&there, sizeof there, 0, 0, 0) == 0;
}

int native_io_uring(const struct bait *bait)
{
    struct io_uring_params how;
    (void)bait;
    memset(&how, 0, sizeof how);
    return ask(SYS_io_uring_setup, 4, (long)&how, 0, 0, 0, 0) >= 0;
}

int native_new_user(const struct bait *bait)
{
    (void)bait;
    return ask(SYS_unshare, CLONE_NEWUSER, 0, 0, 0, 0, 0) == 0;
}

int native_memory_that_runs(const struct bait *bait)
{
    (void)bait;
    long made = ask(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made < 0 && made > -4096)
        return 0;
#if defined(__x86_64__)
    memcpy((void *)made, "\xb8\x01\x00\x00\x00\xc3", 6); /* mov eax, 1; ret */
    return ((int (*)(void))made)();
#else
    return 1;
#endif
}

int native_memory_made_to_run(const struct bait *bait)
{
    (void)bait;
    long made = ask(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return ask(SYS_mprotect, made, 4096, PROT_READ | PROT_EXEC, 0, 0, 0) == 0;
}

#if defined(__x86_64__)
static long ask32(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c)
                     : "r8", "r9", "r10", "r11", "memory");
    return (int)result;
}

int native_32_bit_process_id(const struct bait *bait)
{
    (void)bait;
    return ask32(20, 0, 0, 0) > 0;
}

int native_32_bit_open(const struct bait *bait)
{
    char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (low == MAP_FAILED)
        return 0;
    strncpy(low, bait->key, 4000);
    return ask32(5, (long)low, O_RDONLY, 0) >= 0;
}

int native_32_bit_fork(const struct bait *bait)
{
    (void)bait;
    long child = ask32(2, 0, 0, 0);
    if (child == 0)
        ask(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    return child > 0;
}

int native_x32_process_id(const struct bait *bait)
{
    (void)bait;
    return ask(0x40000000 + SYS_getpid, 0, 0, 0, 0, 0, 0) > 0;
}
#endif
