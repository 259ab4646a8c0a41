# SPDX-License-Identifier: Apache-2.0
"""Exceptions that a correct script may get."""


class DeadlineExceeded(Exception):  # noqa: N818 (a fact, no error of anybody)
    """The request's soft deadline (PersistRequestTimeout) has passed.

    Raised once, at whatever point the handler is. A handler that catches it has
    the time up to the hard deadline to answer with what it has; without that,
    the response is a 504.
    """


class ClientGone(BrokenPipeError):  # noqa: N818 (a fact, no error of anybody)
    """The client no longer waits for the response.

    Raised by functions that read from the client or write to it. A handler need
    not catch it: the request just ends.
    """
