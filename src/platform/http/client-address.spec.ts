import type { Socket } from 'node:net';
import { clientAddress } from './client-address';

const PROXY = '10.0.0.1';
const socket = { remoteAddress: PROXY } as Socket;

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4444', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['unknown', PROXY],
  ['<script>', PROXY],
  ['999.1.1.1:80', PROXY],
  ['x'.repeat(3_000), PROXY],
  [undefined, PROXY],
])('parses %j as %s', (ip, address) => expect(clientAddress({ ip, socket })).toBe(address));
