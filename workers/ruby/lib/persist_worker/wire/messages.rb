# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The worker protocol: wire/PROTOCOL.md says what all this means.
  module Wire
    VERSION = 1
    BODY_MAX = 256 << 10
    LOG_MAX = 64 << 10
    LIST_MAX = 1000 # and some fields beside it: a frame carries 1024 elements
    ID_MAX = 64
    INFO_MAX = 16 # of one request

    # Features, in OPEN and READY.
    FEATURE_FILE = 1

    # A feature, in READY.
    FEATURE_CLONE = 2

    # Roles of a connection, in OPEN.
    DATA = 0
    CONTROL = 1

    # Where a request's body is, in REQUEST.
    BODY_NONE = 0
    BODY_INLINE = 1
    BODY_PULLED = 2

    # Marks of a BODY.
    MORE = 0
    LAST = 1
    BROKEN = 2

    # Flags of a RESPONSE.
    COMPLETE = 1
    CGI = 2

    # Types of several fields.
    U32 = Number.new(0..0xffff_ffff)
    LENGTH = Number.new(0..((1 << 63) - 1))
    SEQ = Number.new(0..127)
    MARK = Number.new(0..2)
    FLAG = Number.new(0..1)
    ID = Text.new(ID_MAX)
    PIECE = Text.new(BODY_MAX)
    FILES = List.new
    PAIRS = List.new(pairs: true)

    Open = Message.define(1, version: U32, role: FLAG, features: U32, unit: U32)

    # On a data connection.
    Request = Message.define(
      2, seq: SEQ, variables: Text.new(1 << 20), body_mode: Number.new(0..2),
         body: Text.new(64 << 10), soft_ms: Number.new(0..(1 << 40)),
         request_id: ID
    )
    Body = Message.define(3, bytes: PIECE, mark: MARK)
    Info = Message.define(4, seq: SEQ, status: Number.new(100..199),
                             headers: PAIRS)
    Response = Message.define(5, seq: SEQ, status: Number.new(200..599),
                                 headers: PAIRS, body: PIECE,
                                 flags: Number.new(0..3))
    File = Message.define(6, offset: LENGTH, length: LENGTH)
    Want = Message.define(7, bytes: Number.new(1..(1 << 20)))
    Log = Message.define(8, level: Number.new(0..7), text: Text.new(LOG_MAX))
    End = Message.define(9, ok: FLAG, after: FLAG, trailers: PAIRS)

    # On the control connection.
    Stop = Message.define(16)
    Fork = Message.define(17)
    Deadline = Message.define(18, request_id: ID)
    Probe = Message.define(19, unit: U32)
    Ready = Message.define(24, version: U32, sdk: Text.new(255), features: U32,
                               capacity: Number.new(1..0xffff_ffff),
                               files: FILES, signal: Number.new(0..64))
    Files = Message.define(25, files: FILES)
    Idle = Message.define(26, unit: U32)
    Leaving = Message.define(27)
    Cloned = Message.define(28, refused: FLAG)
    Child = Message.define(29, pid: Number.new(1..((1 << 31) - 1)), status: U32)
  end
end
