# SPDX-License-Identifier: Apache-2.0
"""One file for each peer, or for a few of a kind. PEERS in it lists them."""
