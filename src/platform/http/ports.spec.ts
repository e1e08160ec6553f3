import { portTakerOf } from './ports';

test.each([
  [3000, 'PORT'],
  [9100, 'METRICS_PORT'],
  [3080, null],
])('finds the API’s port with the number %i: %s', (port, taker) =>
  expect(portTakerOf({ port: 3000, metricsPort: 9100 }, port)).toBe(taker),
);

test('compares no ports that the system chooses', () => {
  expect(portTakerOf({ port: 0, metricsPort: 0 }, 0)).toBeNull();
});
