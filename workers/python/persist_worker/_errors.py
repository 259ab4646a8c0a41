# SPDX-License-Identifier: Apache-2.0
"""What can befall a script that does nothing wrong."""


class ClientGone(BrokenPipeError):  # noqa: N818 (a fact, no error of anybody)
    """Nobody waits for the response any more.

    Raised by whatever reads from the client or writes to it. A handler need
    not catch it: the request just ends.
    """
