import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock';
import { LinkSigner } from '../../platform/link-signer';
import { KNOWN_FOR_MS, KnownBrowsers } from './known-browsers';

const signer = new LinkSigner(randomBytes(32));
const START_MS = Date.parse('2026-11-20T10:00:00Z');
let nowMs = START_MS;
const browsers = new KnownBrowsers(signer, { nowMs: () => nowMs } as Clock);
beforeEach(() => (nowMs = START_MS));

const session = (loginId: string, passwordVersion = 'v1') => ({
  id: 'ses_1',
  token: 'secret',
  loginId,
  passwordVersion,
});

test('knows a browser for 90 days', () => {
  const cookie = browsers.write(null, session('login_a'));
  expect(KNOWN_FOR_MS).toBe(90 * 86_400_000);
  nowMs = START_MS + KNOWN_FOR_MS - 1;
  expect(browsers.read(cookie)?.logins).toEqual(new Map([['login_a', 'v1']]));
  nowMs += 1;
  expect(browsers.read(cookie)).toBeNull();
});

test('keeps the id of a browser, and its last five logins, each once', () => {
  let known = browsers.read(browsers.write(null, session('login_0')));
  const id = known?.id;
  for (const login of ['login_1', 'login_2', 'login_3', 'login_4', 'login_5'])
    known = browsers.read(browsers.write(known, session(login)));
  known = browsers.read(browsers.write(known, session('login_3', 'v2')));
  expect(known?.id).toBe(id);
  expect([...(known?.logins ?? [])]).toEqual([
    ['login_3', 'v2'],
    ['login_5', 'v1'],
    ['login_4', 'v1'],
    ['login_2', 'v1'],
    ['login_1', 'v1'],
  ]);
});

test('does not read what it has not signed', () => {
  const cookie = browsers.write(null, session('login_a'));
  const [id = '', expiry = '', logins = '', signature = ''] = cookie.split('.');
  const later = String(Number(expiry) + 1);
  for (const changed of [
    '',
    [id, expiry, logins].join('.'),
    [id, later, logins, signature].join('.'),
    [id, expiry, logins.replace('login_a', 'login_b'), signature].join('.'),
    ['x', expiry, logins, signature].join('.'),
    `${cookie}.x`,
    new KnownBrowsers(new LinkSigner(randomBytes(32)), { nowMs: () => nowMs } as Clock).write(
      null,
      session('login_a'),
    ),
  ])
    expect(browsers.read(changed)).toBeNull();
});
