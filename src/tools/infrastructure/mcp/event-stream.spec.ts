import { EventStream } from './event-stream';

const read = (pieces: readonly string[]) => {
  const stream = new EventStream();
  return pieces.flatMap((piece) => stream.read(piece));
};

describe('EventStream', () => {
  it.each<[string, string[], string[]]>([
    ['an event', ['data: {"a":1}\n\n'], ['{"a":1}']],
    ['several lines of data', ['data: a\ndata:b\n\n'], ['a\nb']],
    ['other fields and comments', [': hi\nid: 1\nevent: message\nretry: 3\ndata: a\n\n'], ['a']],
    ['events without data', ['id: 1\ndata:\n\ndata\n\n'], []],
    ['each end of a line', ['data: a\r\n\r\ndata: b\r\rdata: c\n\n'], ['a', 'b', 'c']],
    ['an end of a line in two pieces', ['data: a\r', '\n\r', '\ndata: b\n\n'], ['a', 'b']],
    ['an event in pieces', ['da', 'ta: ', '{"a"', ':1}\n', '\n'], ['{"a":1}']],
    ['an event that is not whole', ['data: a\n'], []],
  ])('reads %s', (_, pieces, events) => {
    expect(read(pieces)).toEqual(events);
  });
});
