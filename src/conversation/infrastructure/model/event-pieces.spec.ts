import { EventPieces } from './event-pieces';

const EVENT = 'data: {"choices": []}';

describe('EventPieces', () => {
  const piecesOf = (...chunks: string[]) => {
    const pieces = new EventPieces();
    const passed = chunks.map((chunk) => pieces.add(Buffer.from(chunk)).map(String));
    return [...passed, String(pieces.rest())];
  };

  it.each(['\n\n', '\r\r', '\r\n\r\n'])('passes an event on with its end %j alone', (end) => {
    expect(piecesOf(...Array.from(EVENT + end))).toEqual([
      ...Array<string[]>(EVENT.length + end.length - 1).fill([]),
      [EVENT + end],
      '',
    ]);
  });

  it('passes whole events on as soon as they come, and the rest at the end', () => {
    expect(piecesOf('a\n\nb', '\n', '\nc\n\nd\n')).toEqual([['a\n\n'], [], ['b\n\nc\n\n'], 'd\n']);
  });

  it('passes many events on in small pieces, each of whole events', () => {
    const events = `${EVENT}\n\n`.repeat(3_000);
    const passed = new EventPieces().add(Buffer.from(events)).map(String);
    expect(passed.join('')).toBe(events);
    expect(passed.filter((piece) => piece.length > 4_096 || !piece.endsWith('\n\n'))).toEqual([]);
    expect(passed.length).toBeLessThan(20);
  });

  it('passes a long event on as one piece', () => {
    const event = `data: ${'x'.repeat(100_000)}\n\n`;
    expect(piecesOf(event.slice(0, 50_000), event.slice(50_000))).toEqual([[], [event], '']);
  });

  it('counts events', () => {
    const pieces = new EventPieces();
    pieces.add(Buffer.from('a\n\n\n\nb\n'));
    pieces.add(Buffer.from('\nc'));
    expect(pieces.count).toBe(3);
  });

  it('returns text without events whole', () => {
    expect(piecesOf('{"a":', ' 1}')).toEqual([[], [], '{"a": 1}']);
  });
});
