"""The filter of system calls for what runs in the sandbox, as a program of the kernel's classic BPF.

It refuses what Flatpak refuses (flatpak-run.c: keyrings, namespaces and mounts, injection into terminals), and
io_uring, bpf, perf, ptrace and userfaultfd. It is made here, a hundred instructions, since the libraries for it need
libseccomp on the machine. Layout: linux/filter.h, linux/seccomp.h; numbers: arch/x86/entry/syscalls/syscall_64.tbl and
asm-generic/unistd.h.
"""

import errno
import platform
import struct

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
#: Offsets in seccomp_data: number, architecture, the low halves of the first two arguments.
_NUMBER, _ARCH, _FIRST, _SECOND = 0, 4, 16, 24
_CLONE_NEWUSER = 0x10000000
#: Requests of ioctl that type into the terminal of another program.
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C

#: Newer calls have the same numbers everywhere.
_NOT_PERMITTED = ("425 io_uring_setup, 426 io_uring_enter, 427 io_uring_register, 443 quotactl_fd",)
#: Programs fall back to what is older when these are not there.
_NOT_THERE = (
    "428 open_tree, 429 move_mount, 430 fsopen, 431 fsconfig, 432 fsmount, 433 fspick, 435 clone3",
    "442 mount_setattr",
)

#: By machine: audit architecture, clone, ioctl, and the calls that are not permitted.
_MACHINES = {
    "x86_64": (
        0xC000003E,
        56,
        16,
        (
            "101 ptrace, 103 syslog, 134 uselib, 154 modify_ldt, 155 pivot_root, 161 chroot, 163 acct, 165 mount",
            "166 umount2, 167 swapon, 168 swapoff, 169 reboot, 172 iopl, 173 ioperm, 175 init_module",
            "176 delete_module, 179 quotactl, 237 mbind, 238 set_mempolicy, 239 get_mempolicy, 246 kexec_load",
            "248 add_key, 249 request_key",
            "250 keyctl, 256 migrate_pages, 272 unshare",
            "279 move_pages, 298 perf_event_open, 308 setns, 310 process_vm_readv",
            "311 process_vm_writev, 313 finit_module, 320 kexec_file_load, 321 bpf, 323 userfaultfd",
        ),
    ),
    "aarch64": (
        0xC00000B7,
        220,
        29,
        (
            "39 umount2, 40 mount, 41 pivot_root, 51 chroot, 60 quotactl, 89 acct, 97 unshare, 104 kexec_load",
            "105 init_module, 106 delete_module, 116 syslog, 117 ptrace, 142 reboot, 217 add_key, 218 request_key",
            "219 keyctl, 224 swapon, 225 swapoff",
            "235 mbind, 236 get_mempolicy, 237 set_mempolicy, 238 migrate_pages",
            "239 move_pages, 241 perf_event_open, 268 setns",
            "270 process_vm_readv, 271 process_vm_writev, 273 finit_module, 280 bpf",
            "282 userfaultfd, 294 kexec_file_load",
        ),
    ),
}


def program(machine: str = platform.machine()) -> bytes | None:
    """Return the filter for a machine; None where its numbers are not known."""
    if machine not in _MACHINES:
        return None
    arch, clone, ioctl, refused = _MACHINES[machine]
    not_permitted = _ERRNO | errno.EPERM
    rules = [_load(_ARCH), _step(_IF_EQUAL, arch, 1, 0), _step(_RETURN, _KILL), _load(_NUMBER)]
    if machine == "x86_64":
        # The numbers of x32 are another way to the same calls.
        rules += [_step(_IF_AT_LEAST, 0x40000000, 0, 1), _step(_RETURN, not_permitted)]
    for number in _numbers(refused + _NOT_PERMITTED):
        rules += [_step(_IF_EQUAL, number, 0, 1), _step(_RETURN, not_permitted)]
    for number in _numbers(_NOT_THERE):
        rules += [_step(_IF_EQUAL, number, 0, 1), _step(_RETURN, _ERRNO | errno.ENOSYS)]
    rules += [
        _step(_IF_EQUAL, clone, 0, 3),
        _load(_FIRST),
        _step(_IF_ANY_BIT, _CLONE_NEWUSER, 0, 5),
        _step(_RETURN, not_permitted),
        _step(_IF_EQUAL, ioctl, 0, 3),
        _load(_SECOND),
        _step(_IF_EQUAL, _TIOCSTI, 2, 0),
        _step(_IF_EQUAL, _TIOCLINUX, 1, 0),
        _step(_RETURN, _ALLOW),
        _step(_RETURN, not_permitted),
    ]
    return b"".join(rules)


def _numbers(calls: tuple[str, ...]) -> list[int]:
    return [int(each.split()[0]) for line in calls for each in line.split(",")]


def _load(offset: int) -> bytes:
    return _step(_LOAD, offset)


def _step(code: int, k: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, k)
