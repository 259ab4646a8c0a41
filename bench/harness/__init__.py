# SPDX-License-Identifier: Apache-2.0
"""What runs the benchmarks; peers and workloads are in folders beside it."""
