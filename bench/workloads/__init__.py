# SPDX-License-Identifier: Apache-2.0
"""One file to a workload; WORKLOADS in it names what it has."""
