# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Standard output or error. Each line that is printed for a request begins
  # with its id, which persistd removes (wire/PROTOCOL.md, section 9). Lines
  # that are not written through $stdout and $stderr, as by child processes,
  # have none.
  class Marked < IO
    # Held while a stream writes to the log, and guards begun.
    LOG = Mutex.new

    class << self
      # The file in which marks are understood: its device and inode.
      attr_reader :log

      # The mark of a line in the log that has not ended, whichever stream has
      # begun it; nil: none.
      attr_accessor :begun

      # Makes $stdout and $stderr mark each line.
      def mark_lines
        find_log
        $stdout = over(STDOUT) if $stdout.equal?(STDOUT)
        $stderr = over(STDERR) if $stderr.equal?(STDERR)
      end

      # Takes standard error for the log, from now on.
      def find_log
        @log = identity(STDERR)
        @begun = nil
      end

      def identity(file)
        about = file.stat
        [about.dev, about.ino]
      end

      private

      def over(stream)
        stream.sync = true
        new(stream.fileno, "w", autoclose: false).tap do |marked|
          marked.sync = true
        end
      end
    end

    # Several threads may write at a time, each for its own request. There are
    # no marks if the script has redirected the stream to a file of its own.
    def write(*data)
      return super unless Marked.identity(self) == Marked.log

      texts = data.map(&:to_s)
      LOG.synchronize { super(*marked(texts)) }
      texts.sum(&:bytesize)
    rescue ThreadError # a signal's handler may not wait for a lock
      super
    end

    def syswrite(data)
      write(data)
    end

    private

    def marked(texts)
      mark = mark_of(Core.request_id)
      texts.map { |text| text.empty? ? text : mark_lines(text, mark) }
    end

    def mark_of(id)
      id.to_s.empty? ? "" : "\x1e#{id}\x1f".b
    end

    def mark_lines(text, mark)
      head = head_of_line(mark)
      Marked.begun = text.end_with?("\n") ? nil : mark
      return text if head.empty? && mark.empty?

      lines = text.b.gsub(/\n(?!\z)/) { "\n#{mark}" }
      (head.b << lines).force_encoding(text.encoding)
    end

    # A line that was begun for another request is ended first.
    def head_of_line(mark)
      case Marked.begun
      when nil then mark
      when mark then ""
      else "\n#{mark}"
      end
    end
  end
end
