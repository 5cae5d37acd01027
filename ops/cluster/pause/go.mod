module presence/ops/cluster/pause

go 1.26.0
