#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""An independent reader of raw logs, written from docs/iolog-format.md alone.

usage: iolog_reader.py [--offset] [--flags] FILE

Prints what `plateau log cat [--offset] [--flags] FILE` prints.  It is slow and simple,
and shares nothing with the C library but the page.
"""
import struct
import sys

M64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def crc_table():
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        table.append(crc)
    return table


CRC_TABLE = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


class Bad(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Bad(what)


def unzigzag(v):
    return v >> 1 if v & 1 == 0 else -(v >> 1) - 1


def u16(data, at):
    return struct.unpack_from('<H', data, at)[0]


def u32(data, at):
    return struct.unpack_from('<I', data, at)[0]


def u64(data, at):
    return struct.unpack_from('<Q', data, at)[0]


class Header:
    def __init__(self, data):
        need(data[:8] == b'\x89IOL\r\n\x1a\n', 'magic')
        need(u32(data, 8) == 0x01020304, 'byte order')
        need(u16(data, 12) == 1, 'version')
        self.length = u32(data, 16)
        need(len(data) >= self.length, 'length')
        need(u32(data, 20) == 0, 'features')
        need(u32(data, self.length - 4) ==
             crc32c(data[:self.length - 4]), 'header checksum')
        self.uuid = data[32:48]
        self.num, self.den, self.anchor = struct.unpack_from('<3Q', data, 56)
        self.key = u64(data, 104)
        self.generator = u32(data, 112)


class FrameHeader:
    def __init__(self, data, at, uuid):
        raw = data[at:at + 128]
        need(len(raw) == 128 and u64(raw, 0) == 0x8B6F29D3E1A75CF0, 'marker')
        need(u32(raw, 124) == crc32c(uuid + raw[:124]), 'frame checksum')
        self.length = u32(raw, 8)
        self.type, self.form, self.ncolumns = struct.unpack_from('<BBH', raw,
                                                                 12)
        (self.stream, self.sequence, self.first, self.n, self.ncalls,
         self.nsubmits, self.nflying, self.base, self.last, self.step,
         self.unit, self.nerrors, self.payload_crc,
         self.previous_crc) = struct.unpack_from('<IIQIIIIQQIIIII', raw, 16)
        self.first_submit, self.reference, self.freed = struct.unpack_from(
            '<3Q', raw, 88)
        self.crc = u32(raw, 124)
        self.payload = data[at + 128:at + self.length]
        need(len(self.payload) == self.length - 128 and
             crc32c(self.payload) == self.payload_crc, 'payload checksum')


SEARCHED = 1 << 20
MARKER = struct.pack('<Q', 0x8B6F29D3E1A75CF0)


class Run:
    """The whole frames of a run in data: how long, and the first."""

    def __init__(self, data, uuid):
        self.size, self.first, self.number = 0, len(data), 0
        at = data.find(MARKER)
        while at >= 0:
            try:
                frame = FrameHeader(data, at, uuid)
                if self.size == 0:
                    self.first, self.number = at, frame.sequence
                self.size += frame.length
                at = data.find(MARKER, at + frame.length)
            except (Bad, IndexError, struct.error):
                at = data.find(MARKER, at + 1)


def header_copies(data):
    at = data.find(MARKER)
    while at >= 0:
        try:
            frame = FrameHeader(data, at, data[at + 160:at + 176])
            if frame.type == 7:
                copy = frame.payload
                whole = copy + bytes(u32(copy, 16) - 4 - len(copy))
                yield Header(whole + struct.pack('<I', crc32c(whole)))
        except (Bad, IndexError, struct.error):
            pass
        at = data.find(MARKER, at + 1)


def mended(data, frames):
    """The file header, if only what is behind its text is damaged."""
    length, used = u32(data, 16), 256 + u32(data, 120)
    need(4096 <= length <= len(data) and length % 4096 == 0 and
         used <= length - 4, 'no header')
    need(any(data[used:length - 4]) or u32(data, length - 4) == 0,
         'header checksum')
    whole = data[:used] + bytes(length - 4 - used)
    header = Header(whole + struct.pack('<I', crc32c(whole)))
    need(Run(frames, header.uuid).size > 0, 'frames of another run')
    return header


def header_of(data):
    """The file header or a copy, and where frames begin."""
    begin = data[:SEARCHED]
    own = None
    try:
        own = Header(data)
    except (Bad, IndexError, struct.error):
        pass
    known = {h.uuid: h for h in header_copies(begin)}
    if own is not None:
        known[own.uuid] = own
    if not known:
        known = {h.uuid: h for h in header_copies(data[-SEARCHED:])}
        begin = b'' if known else begin
    if not known:
        own = mended(data, begin)
        known = {own.uuid: own}
        own = None
    runs = [(Run(begin, h.uuid), h) for h in known.values()]
    run, best = min(runs, key=lambda r: (-r[0].size, r[0].first))
    if best is own or run.size == 0:
        best = best if own is None else own
        return best, best.length
    if run.number == 0 or run.first < best.length:
        return best, run.first
    return best, best.length


class Bits:
    """A string of bits, lowest bit of the first byte first."""

    def __init__(self, data):
        self.value = int.from_bytes(data, 'little')
        self.left = 8 * len(data)

    def take(self, count):
        need(count <= self.left, 'bits')
        v = self.value & (1 << count) - 1
        self.value >>= count
        self.left -= count
        return v


def packed(data, count):
    """The numbers, and how many bytes they took."""
    out, at = [], 0
    while len(out) < count:
        n = min(256, count - len(out))
        need(len(data) - at >= 7, 'block')
        width, xwidth, nexcess = data[at], data[at + 1], data[at + 2]
        least = u32(data, at + 3)
        at += 7
        rows = (n + 7) // 8
        nwords = (rows * width + 31) // 32
        need(len(data) >= at + 32 * nwords, 'block')
        lanes = []
        for lane in range(8):
            words = b''.join(data[at + 32 * j + 4 * lane:
                                  at + 32 * j + 4 * lane + 4]
                             for j in range(nwords))
            lanes.append(int.from_bytes(words, 'little'))
        mask = (1 << width) - 1
        block = [lanes[i % 8] >> i // 8 * width & mask for i in range(n)]
        at += 32 * nwords
        places = data[at:at + nexcess]
        at += nexcess
        nbytes = (nexcess * xwidth + 7) // 8
        bits = Bits(data[at:at + nbytes])
        at += nbytes
        for place in places:
            more = bits.take(xwidth) << width
            if place < n:
                block[place] += more
        out += [(least + v) & 0xFFFFFFFF for v in block]
    return out, at


def without_zeros(data, count):
    nbitmap = 8 * ((count + 63) // 64)
    need(len(data) >= nbitmap and
         int.from_bytes(data[:nbitmap], 'little') >> count == 0, 'bitmap')
    set_bits = [data[i // 8] >> i % 8 & 1 for i in range(count)]
    values, used = packed(data[nbitmap:], sum(set_bits))
    need(nbitmap + used == len(data), 'length')
    values = iter(values)
    return [(next(values) + 1) & 0xFFFFFFFF if bit else 0 for bit in set_bits]


def prefix_coded(data, count):
    least, nclasses = u32(data, 0), u16(data, 4)
    lengths = struct.unpack_from('<4I', data, 8)
    nibbles = data[24:24 + (nclasses + 1) // 2]
    bits = [nibbles[c // 2] >> c % 2 * 4 & 15 for c in range(nclasses)]
    codes, word = {}, 0
    for length in range(1, 12):
        for c in range(nclasses):
            if bits[c] == length:
                codes[length, word >> 11 - length] = c
                word += 1 << 11 - length
    need(word == 1 << 11, 'code')
    at = 24 + len(nibbles)
    strings = []
    for length in lengths:
        strings.append(Bits(data[at:at + length]))
        at += length
    need(at == len(data), 'length')
    out = []
    for i in range(count):
        string, code, length = strings[i % 4], 0, 0
        while (length, code) not in codes:
            need(length < 11, 'code')
            code = code << 1 | string.take(1)
            length += 1
        c = codes[length, code]
        if c < 16:
            out.append(least + c & 0xFFFFFFFF)
        else:
            e = c // 8 - 1
            out.append(least + (c % 8 + 8 << e) + string.take(e) & 0xFFFFFFFF)
    need(all(s.left < 8 and s.value == 0 for s in strings), 'left over')
    return out


class Columns:
    def __init__(self, frame):
        self.columns, self.wide = {}, {}
        at = 8 * frame.ncolumns
        for i in range(frame.ncolumns):
            ident, encoding, parameter, length = struct.unpack_from(
                '<BBHI', frame.payload, 8 * i)
            data = frame.payload[at:at + length]
            need(len(data) == length, 'column')
            need(ident < 128, 'unknown column')
            if ident == 32:
                self.wide[parameter] = data
            else:
                self.columns[ident] = encoding, parameter, data
            at += (length + 7) // 8 * 8
        need(at + 32 == len(frame.payload), 'payload length')
        need(frame.payload[at:] == bytes(32), 'slack')

    def raw(self, ident):
        return self.columns[ident][2] if ident in self.columns else None

    def shift_and_kind(self, ident):
        parameter = self.columns.get(ident, (0, 0, b''))[1]
        return parameter & 0x3F, parameter & 0x8000 != 0, \
            parameter & 0x4000 != 0

    def values(self, ident, count, keep_zigzag=False):
        if ident not in self.columns:
            out = [0] * count
            parameter = 0
        else:
            encoding, parameter, data = self.columns[ident]
            if encoding == 0:
                out = [u32(data, 0)] * count
            elif encoding == 1:
                out, used = packed(data, count)
                need(used == len(data), 'length')
            elif encoding == 2:
                out = without_zeros(data, count)
            elif encoding == 3:
                out = prefix_coded(data, count)
            elif encoding == 4:
                out = list(struct.unpack('<%dI' % count, data))
            else:
                raise Bad('encoding')
        for index, high in struct.iter_unpack('<II', self.wide.get(ident,
                                                                   b'')):
            out[index] |= high << 32
        if parameter & 0x8000 and not keep_zigzag:
            out = [unzigzag(v) for v in out]
        if parameter & 0x4000:
            for i in range(1, count):
                out[i] += out[i - 1]
        return [v << (parameter & 0x3F) for v in out]


def mix(z):
    z &= M64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
    return z ^ z >> 31


def draw(stream_key, number, d):
    return mix(stream_key + (4 * number + d + 1) * GOLDEN)


def latencies(frame, columns):
    zigzag = columns.shift_and_kind(2)[1]
    out, now = [], 0
    for v in columns.values(2, frame.n, keep_zigzag=True):
        if v > 0:
            now = v - 1
        out.append((unzigzag(now) if zigzag else now) * frame.unit & M64)
    return out


def answered(frame, columns, complete):
    """Number and submit stamp of what each completion answers."""
    stamps = {}
    number, stamp = frame.first_submit, frame.base
    for i, (v, age) in enumerate(zip(columns.values(20, frame.nflying),
                                     columns.values(21, frame.nflying))):
        number = number - v if i == 0 else number + 1 + v
        stamp = stamp + frame.unit * age & M64
        need(number < frame.first_submit, 'in flight')
        stamps[number] = stamp
    number, stamp = frame.first_submit, frame.base
    for count, gap in zip(columns.values(16, frame.ncalls),
                          columns.values(17, frame.ncalls)):
        number += count
        freed = number - 1 - frame.freed & M64
        if freed < frame.n and complete[freed] > stamp:
            stamp = complete[freed]
        stamp = stamp + frame.unit * gap & M64
        for k in range(number - count, number):
            stamps[k] = stamp
    need(number == frame.first_submit + frame.nsubmits, 'calls')
    numbers = [frame.reference + i - v & M64
               for i, v in enumerate(columns.values(3, frame.n))]
    return numbers, [stamps[k] for k in numbers]


def ranks(frame, columns, submit):
    numbers, number = [], frame.first_submit
    for i, v in enumerate(columns.values(22, frame.n)):
        number = number + unzigzag(v) if i == 0 else number + 1 + v
        numbers.append(number)
    least = min(submit)
    order = sorted(range(frame.n), key=lambda i: (submit[i] - least & M64, i))
    out = [0] * frame.n
    for p, v in enumerate(columns.values(23, frame.n)):
        out[order[p]] = numbers[p + v]
    return out


def offsets_in_zones(frame, column, numbers, nbytes, stream_key):
    guard, count = struct.unpack_from('<II', column)
    need(1 <= count <= 16 and len(column) == 8 + 24 * count, 'zones')
    by_percent = []
    for begin, length, share, _ in struct.iter_unpack('<QQII', column[8:]):
        by_percent += [(begin, length)] * share
    need(len(by_percent) == 100, 'shares of zones')
    out = []
    for k, size in zip(numbers, nbytes):
        begin, length = by_percent[mix(draw(stream_key, k, 2)) * 100 >> 64]
        out.append(begin + size * (draw(stream_key, k, 0) *
                                   (length // size) >> 64) & M64)
    need(crc32c(struct.pack('<%dQ' % frame.n, *out)) == guard, 'guard')
    return out


def offsets_of(frame, columns, numbers, nbytes, stream_key):
    rule, zones = columns.raw(9), columns.raw(11)
    if rule is None and zones is not None:
        return offsets_in_zones(frame, zones, numbers, nbytes, stream_key)
    if rule is None:
        if 8 not in columns.columns:
            return None
        return columns.values(8, frame.n)
    kind, guard, a, b = struct.unpack('<IIQQ', rule)
    if kind == 1:
        out = [a * (draw(stream_key, k, 0) * b >> 64) for k in numbers]
    else:
        need(kind == 2, 'rule')
        out = [a + k * b & M64 for k in numbers]
    need(crc32c(struct.pack('<%dQ' % frame.n, *out)) == guard, 'guard')
    return out


def directions(frame, columns, numbers, stream_key):
    rule = columns.raw(10)
    if rule is None:
        return columns.values(4, frame.n)
    percent, guard = struct.unpack('<II', rule)
    out = [0 if draw(stream_key, k, 1) * 100 >> 64 < percent else 1
           for k in numbers]
    need(crc32c(bytes(out)) == guard, 'guard')
    return out


def flags_text(flags):
    need(flags < 8, 'flags')
    return ','.join(name for i, name in enumerate(('ramp', 'drain', 'lost'))
                    if flags >> i & 1) or '-'


def print_data(header, frame, with_offset, with_flags, out):
    columns = Columns(frame)
    stream_key = mix(header.key + mix((frame.stream << 32 | frame.step) +
                                      GOLDEN))
    complete, now = [], frame.base
    for v in columns.values(1, frame.n):
        now = now + frame.unit * v & M64
        complete.append(now)
    numbers = None
    if frame.form == 1:
        numbers, submit = answered(frame, columns, complete)
        latency = [c - s & M64 for c, s in zip(complete, submit)]
    else:
        need(frame.form == 0, 'form')
        latency = latencies(frame, columns)
        submit = [c - v & M64 for c, v in zip(complete, latency)]
        if frame.n > 0 and (columns.raw(9) or columns.raw(11)):
            numbers = ranks(frame, columns, submit)
    op = directions(frame, columns, numbers, stream_key)
    nbytes = columns.values(6, frame.n)
    result = list(nbytes)
    errors = list(struct.iter_unpack('<Ii', columns.raw(7) or b''))
    need(len(errors) == frame.nerrors, 'errors')
    for index, value in errors:
        result[index] = value
    offset = offsets_of(frame, columns, numbers, nbytes, stream_key)
    flags = columns.values(5, frame.n)
    for i in range(frame.n):
        latency_ns = latency[i] * header.num // header.den
        since = submit[i] - header.anchor & M64
        if since >> 63:
            since -= 1 << 64
        submit_ns = since * header.num // header.den
        row = [frame.stream, frame.step, 'write' if op[i] else 'read',
               submit_ns, submit_ns + latency_ns, latency_ns, nbytes[i],
               result[i]]
        if with_offset:
            row.append('-' if offset is None else offset[i])
        if with_flags:
            row.append(flags_text(flags[i]))
        out.write('\t'.join(map(str, row)) + '\n')


def main():
    with_offset = '--offset' in sys.argv[1:]
    with_flags = '--flags' in sys.argv[1:]
    with open(sys.argv[-1], 'rb') as f:
        data = f.read()
    out = sys.stdout
    header, at = header_of(data)
    out.write('stream\tstep\top\tsubmit_ns\tcomplete_ns\tlatency_ns\tbytes\t'
              'result' + ('\toffset_bytes' if with_offset else '') +
              ('\tflags' if with_flags else '') + '\n')
    sequence, previous, ended, total, begin = 0, 0, False, 0, at
    while at < len(data):
        frame = FrameHeader(data, at, header.uuid)
        need(frame.sequence == sequence, 'frame number')
        need(frame.previous_crc == previous, 'chain')
        sequence, previous = sequence + 1, frame.crc
        at += frame.length
        if frame.type == 1:
            print_data(header, frame, with_offset, with_flags, out)
            total += frame.n
        elif frame.type == 6:
            need(u64(frame.payload, 0) == total, 'total')
            need(len(data) == at and
                 u64(frame.payload, 32) == header.length + at - begin,
                 'length')
            ended = True
    need(ended, 'no end frame')


if __name__ == '__main__':
    try:
        main()
    except (Bad, IndexError, KeyError, struct.error) as e:
        sys.exit('%s: not a whole log: %r' % (sys.argv[-1], e))
