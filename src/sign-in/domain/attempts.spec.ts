import { boundsOf, networkOf } from './attempts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  [false, false, { pair: 10, email: 50, address: 100 }],
  [false, true, { pair: 10, email: 50, address: 1_000 }],
  [true, false, { browser: 10, browsers: 20 }],
  [true, true, { browser: 10, browsers: 20 }],
])(
  'bounds attempts of known browser %j and unknown proxy %j by %j',
  (knownBrowser, behindUnknownProxy, expected) => {
    const bounds = boundsOf({ knownBrowser, behindUnknownProxy });
    expect(Object.fromEntries(bounds.map(({ of, max: most }) => [of, most]))).toEqual(expected);
  },
);
