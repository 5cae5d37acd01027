"""What `make cluster-test` judges, without a cluster."""
