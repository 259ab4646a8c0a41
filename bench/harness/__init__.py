# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks. Peers and workloads are in folders beside it."""
