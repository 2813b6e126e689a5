package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Shard is part Index, from 1, of Total parts of the documents. The zero Shard is all of them.
type Shard struct {
	Index int `json:"index"`
	Total int `json:"total"`
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Total) }

// ParseShard reads "2/3".
func ParseShard(text string) (Shard, error) {
	i, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(i)
	total, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil {
		return Shard{}, fmt.Errorf("shard %q: want the part and the number of parts, like 2/3", text)
	}
	return shardOf(index, total)
}

func shardOf(index, total int) (Shard, error) {
	if total < 1 || index < 1 || index > total {
		return Shard{}, fmt.Errorf("shard %d/%d: parts count from 1 up to their number", index, total)
	}
	return Shard{index, total}, nil
}

// ShardFromCI returns the part that CI_NODE_INDEX and CI_NODE_TOTAL ask for, as GitLab sets them for `parallel`: they
// count from 1. It is the zero Shard where they are not both set. getenv is os.Getenv.
func ShardFromCI(getenv func(string) string) (Shard, error) {
	index, total := getenv("CI_NODE_INDEX"), getenv("CI_NODE_TOTAL")
	if index == "" || total == "" {
		return Shard{}, nil
	}
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(total)
	if err1 != nil || err2 != nil {
		return Shard{}, fmt.Errorf("CI_NODE_INDEX=%q CI_NODE_TOTAL=%q: want two numbers, or use --shard", index, total)
	}
	s, err := shardOf(i, n)
	if err != nil {
		return Shard{}, fmt.Errorf("CI_NODE_INDEX, CI_NODE_TOTAL: %w; use --shard where they count otherwise", err)
	}
	return s, nil
}

// Part returns the files of one shard, ordered by path. Parts are of about equal size in bytes, and depend on nothing
// but the files: every machine of a CI matrix comes to the same parts, which together are all files, each once.
func Part(files []File, s Shard) []File {
	if s.Total < 2 {
		return files
	}
	bySize := slices.Clone(files)
	slices.SortFunc(bySize, func(a, b File) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), strings.Compare(a.Path, b.Path))
	})
	loads := make([]int64, s.Total)
	var out []File
	for _, f := range bySize {
		least := 0
		for i := range loads {
			if loads[i] < loads[least] {
				least = i
			}
		}
		loads[least] += f.Size + perFile
		if least == s.Index-1 {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// perFile is what a file costs in addition to its bytes, so that a thousand empty files do not all go to one shard.
const perFile = 512
