package rollback

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A casualty is who dies.
type casualty int

const (
	theRun    casualty = iota // the process, and its git processes go on
	everybody                 // it and all of its children
	theCaller                 // who is about to make the system call: the run or one of its git processes
	casualties
)

func (c casualty) String() string { return [...]string{"the run", "everybody", "the caller"}[c] }

// A tracer follows a process and all that it starts from system call to system call. What happens before the run marks
// the beginning of a publication, or after its end, isn't counted, nor what the Go runtime does for itself.
type tracer struct {
	at     int // before which call of the publication to kill; 0 is never
	who    casualty
	calls  int
	fired  bool
	inside map[int]bool // threads that are in a system call
	group  map[int]int  // the process of each thread, as far as it is known
	active bool
}

// ignored are the calls that threads make among themselves: their number differs from run to run.
var ignored = map[uint64]bool{
	syscall.SYS_FUTEX: true, syscall.SYS_EPOLL_WAIT: true, syscall.SYS_EPOLL_PWAIT: true, syscall.SYS_NANOSLEEP: true,
	syscall.SYS_SCHED_YIELD: true, syscall.SYS_MADVISE: true, syscall.SYS_MMAP: true, syscall.SYS_MUNMAP: true, syscall.SYS_MPROTECT: true,
	syscall.SYS_RT_SIGPROCMASK: true, syscall.SYS_RT_SIGACTION: true, syscall.SYS_RT_SIGRETURN: true, syscall.SYS_SIGALTSTACK: true,
	syscall.SYS_GETPID: true, syscall.SYS_GETTID: true, syscall.SYS_TGKILL: true, syscall.SYS_CLOCK_GETTIME: true, syscall.SYS_BRK: true,
	syscall.SYS_SCHED_GETAFFINITY: true, syscall.SYS_ARCH_PRCTL: true, syscall.SYS_EPOLL_CTL: true,
}

const waitAny = syscall.WALL | 0x20000000 // __WNOTHREAD: children of this thread alone, other tests have theirs

// run starts cmd and follows it to its end. It returns an error if that can't be done here.
func (tr *tracer) run(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Ptrace = true
	if err := cmd.Start(); err != nil {
		return err
	}
	leader := cmd.Process.Pid
	tr.inside, tr.group = map[int]bool{}, map[int]int{leader: leader}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(leader, &status, waitAny, nil); err != nil {
		return err
	}
	const options = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK |
		syscall.PTRACE_O_TRACEEXEC | 0x100000 // PTRACE_O_EXITKILL
	if err := syscall.PtraceSetOptions(leader, options); err != nil {
		return err
	}
	if err := syscall.PtraceSyscall(leader, 0); err != nil {
		return err
	}
	for {
		pid, err := syscall.Wait4(-1, &status, waitAny, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if errors.Is(err, syscall.ECHILD) {
			_ = cmd.Process.Release()
			return nil
		}
		if err != nil {
			return err
		}
		if !status.Stopped() {
			delete(tr.group, pid)
			continue
		}
		deliver := 0
		switch sig := status.StopSignal(); {
		case sig == syscall.SIGTRAP|0x80:
			tr.inside[pid] = !tr.inside[pid]
			if tr.inside[pid] {
				tr.call(leader, pid)
			}
		case sig == syscall.SIGTRAP, sig == syscall.SIGSTOP:
		default:
			deliver = int(sig)
		}
		_ = syscall.PtraceSyscall(pid, deliver) // one that was killed can't be told to go on
	}
}

// call is told that a thread is about to make a system call.
func (tr *tracer) call(leader, pid int) {
	var regs syscall.PtraceRegs
	if syscall.PtraceGetRegs(pid, &regs) != nil {
		return
	}
	if _, known := tr.group[pid]; !known {
		tr.group[pid] = pid
	}
	if regs.Orig_rax == syscall.SYS_GETPGID && regs.Rdi >= markBegin && regs.Rdi <= markEnd {
		tr.active = regs.Rdi == markBegin
		return
	}
	if !tr.active || ignored[regs.Orig_rax] || tr.fired {
		return
	}
	if tr.calls++; tr.calls != tr.at {
		return
	}
	tr.fired = true
	switch tr.who {
	case theRun:
		_ = syscall.Kill(leader, syscall.SIGKILL)
	case theCaller:
		_ = syscall.Kill(pid, syscall.SIGKILL) // the number of a thread stands for its process
	default:
		for p := range tr.group {
			_ = syscall.Kill(p, syscall.SIGKILL)
		}
	}
}

// A run, all of it, or the git process that is about to make the call, is killed before the n-th system call of a
// publication, for every n.
func TestKilledBeforeEverySystemCallOfAPublication(t *testing.T) {
	v := victims()[0]
	v.plan.Passes = v.plan.Passes[:1]
	v.plan.Marks = true
	template := v.template(t)
	probe := tracer{}
	undisturbed := template.copy(t)
	if err := probe.run(undisturbed.driver(v.plan)); err != nil {
		t.Skipf("processes can't be traced here: %v", err)
	}
	require.Equal(t, v.plan.Passes[0], undisturbed.Read(v.plan.Paths[0]))
	require.Greater(t, probe.calls, 50)
	step, killed := 97, 0
	if long() {
		step = 1
	}
	for at := 1; at < probe.calls+20; at += step {
		for who := range casualties {
			if !long() && who != casualty(at)%casualties {
				continue
			}
			t.Run(fmt.Sprintf("call %d, %v", at, who), func(t *testing.T) {
				r := template.copy(t)
				tr := tracer{at: at, who: who}
				require.NoError(t, tr.run(r.driver(v.plan)))
				if tr.fired {
					killed++
				}
				plain := v
				plain.plan.Marks = false
				plain.recovered(t, r, undisturbed, at%2 == 0)
			})
		}
	}
	require.Positive(t, killed)
	t.Logf("%d system calls in a publication, killed %d times", probe.calls, killed)
}
