# SPDX-License-Identifier: Apache-2.0
"""What can befall a script that does nothing wrong."""


class DeadlineExceeded(Exception):  # noqa: N818 (a fact, no error of anybody)
    """The request's soft deadline (PersistRequestTimeout) has passed.

    Raised inside the handler, wherever it is, once. Who catches it has the time
    up to the hard deadline to answer with what there is; else it is a 504.
    """


class ClientGone(BrokenPipeError):  # noqa: N818 (a fact, no error of anybody)
    """Nobody waits for the response any more.

    Raised by whatever reads from the client or writes to it. A handler need
    not catch it: the request just ends.
    """
