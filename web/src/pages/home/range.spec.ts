import { presetRange, rangeBefore } from './range';

it('compares with as many days directly before', () => {
  expect(rangeBefore({ from: '2026-11-20', to: '2026-11-21' })).toEqual({
    from: '2026-11-18',
    to: '2026-11-19',
  });
  expect(presetRange('week', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' });
});

it.each([
  ['2026-11-20', '20226-11-21'],
  ['20226-11-20', '20226-11-21'],
  ['soon', 'later'],
])('accepts %s to %s, which the service refuses', (from, to) => {
  expect(() => rangeBefore({ from, to })).not.toThrow();
});
