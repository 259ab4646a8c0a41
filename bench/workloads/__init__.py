# SPDX-License-Identifier: Apache-2.0
"""One file for each workload, or for a few of a kind. WORKLOADS in it lists
them.
"""
