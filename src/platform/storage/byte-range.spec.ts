import { rangeOf } from './byte-range';

describe('a Range header', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=10-500', { start: 10, end: 99 }],
    ['BYTES=99-99', { start: 99, end: 99 }],
  ])('of %s selects a part of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range));

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=-0',
    'bytes=100-',
    'bytes=9-1',
    'bytes=0-1,3-4',
    'bytes=a-b',
    'items=0-1',
    'bytes=1-9999999999999999',
  ])('of %s returns null for the whole', (header) => expect(rangeOf(header, 100)).toBeNull());
});
