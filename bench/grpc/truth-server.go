// A grpc-go server that keeps a log of its calls: when it began each and when it had answered it. With delays, every call takes
// 5 ms, and each hundredth 200 ms. With a freeze, the whole process is stopped once, so long after its first call. On SIGTERM it
// prints its log as JSON (TruthLog of truth.ts).
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"google.golang.org/grpc"
	pb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/stats"
)

type callKey struct{}

type callLog struct {
	start    time.Time
	lock     sync.Mutex
	read     []float64
	answered []float64
	frozen   [2]float64
	first    func()
}

func (l *callLog) nowMs() float64 { return float64(time.Since(l.start).Nanoseconds()) / 1e6 }

func (l *callLog) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	l.lock.Lock()
	defer l.lock.Unlock()
	index := len(l.read)
	l.read = append(l.read, l.nowMs())
	l.answered = append(l.answered, -1)
	if index == 0 {
		go l.first()
	}
	return context.WithValue(ctx, callKey{}, index)
}

func (l *callLog) HandleRPC(ctx context.Context, event stats.RPCStats) {
	if _, over := event.(*stats.OutTrailer); !over {
		return
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	l.answered[ctx.Value(callKey{}).(int)] = l.nowMs()
}

func (l *callLog) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (l *callLog) HandleConn(context.Context, stats.ConnStats)                       {}

func (l *callLog) freeze(after, length time.Duration) {
	time.Sleep(after)
	awake := exec.Command("sh", "-c", fmt.Sprintf("sleep %f; kill -CONT %d", length.Seconds(), os.Getpid()))
	if err := awake.Start(); err != nil {
		panic(err)
	}
	from := l.nowMs()
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	_ = awake.Wait()
	l.frozen = [2]float64{from, l.nowMs()}
}

func (l *callLog) print() {
	l.lock.Lock()
	defer l.lock.Unlock()
	if len(l.read) == 0 {
		fmt.Println(`{"requests":[],"frozenMs":[1e15,1e15]}`)
		return
	}
	firstMs := l.read[0]
	requests := make([][2]float64, 0, len(l.read))
	for index, ms := range l.read {
		if l.answered[index] >= 0 {
			requests = append(requests, [2]float64{ms - firstMs, l.answered[index] - firstMs})
		}
	}
	frozen := [2]float64{l.frozen[0] - firstMs, l.frozen[1] - firstMs}
	if l.frozen[1] == 0 {
		frozen = [2]float64{1e15, 1e15}
	}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"requests": requests, "frozenMs": frozen})
}

type service struct {
	pb.UnimplementedTestServiceServer
	delays bool
	calls  atomic.Int64
}

func (s *service) UnaryCall(_ context.Context, in *pb.SimpleRequest) (*pb.SimpleResponse, error) {
	if s.delays {
		if s.calls.Add(1)%100 == 0 {
			time.Sleep(200 * time.Millisecond)
		} else {
			time.Sleep(5 * time.Millisecond)
		}
	}
	return &pb.SimpleResponse{Payload: &pb.Payload{Body: make([]byte, in.ResponseSize)}}, nil
}

func main() {
	port := flag.Int("port", 0, "")
	delays := flag.Bool("delays", false, "")
	freezeAfter := flag.Duration("freeze-after", 0, "")
	freezeFor := flag.Duration("freeze-for", 0, "none where it is 0")
	flag.Parse()
	calls := &callLog{start: time.Now(), first: func() {}}
	if *freezeFor > 0 {
		calls.first = func() { calls.freeze(*freezeAfter, *freezeFor) }
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		panic(err)
	}
	server := grpc.NewServer(grpc.StatsHandler(calls))
	pb.RegisterTestServiceServer(server, &service{delays: *delays})
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	go func() { _ = server.Serve(listener) }()
	fmt.Println("ready")
	<-ended
	calls.print()
}
