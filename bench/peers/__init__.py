# SPDX-License-Identifier: Apache-2.0
"""One file to a peer, or a few of a kind; PEERS in it names what it has."""
