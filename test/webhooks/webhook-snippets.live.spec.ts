import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { newSecret, signatureHeaders } from '../../src/platform/outbound/signature';

/** The snippets of docs/webhooks.md, by language. */
const DOCS = readFileSync(resolve(__dirname, '../../docs/webhooks.md'), 'utf8');
const snippet = (language: string): string =>
  new RegExp('```' + language + '\\n([^]*?)```').exec(DOCS)?.[1] ?? '';

/** A program's input: a delivery, with the secret of its receiver. */
interface Delivery {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const GO_IMPORTS = [
  'bufio',
  'crypto/hmac',
  'crypto/sha256',
  'encoding/base64',
  'encoding/json',
  'errors',
  'fmt',
  'math',
  'os',
  'strconv',
  'strings',
  'time',
];

/** Programs around the snippets: they read a delivery a line and answer each with `yes` or `no`. */
const PROGRAMS: Record<
  string,
  { command: string; version: string; file: string; run: string[]; text: () => string }
> = {
  python: {
    command: 'python3',
    version: '--version',
    file: 'verify.py',
    run: [],
    text: () => `${snippet('python')}
import sys
for line in sys.stdin:
    given = json.loads(line)
    try:
        print("yes" if verify(given["secret"], given["headers"], given["body"])["id"] == "evt_1" else "no")
    except ValueError:
        print("no")
`,
  },
  php: {
    command: 'php',
    version: '--version',
    file: 'verify.php',
    run: [],
    text: () => `<?php
${snippet('php')}
while (($line = fgets(STDIN)) !== false) {
    $given = json_decode($line, true);
    try {
        echo verify($given['secret'], $given['headers'], $given['body'])['id'] === 'evt_1' ? "yes\\n" : "no\\n";
    } catch (RuntimeException $error) {
        echo "no\\n";
    }
}
`,
  },
  go: {
    command: 'go',
    version: 'version',
    file: 'verify.go',
    run: ['run'],
    text: () => `package main
import (
${GO_IMPORTS.map((name) => `\t"${name}"`).join('\n')}
)
${snippet('go')}
func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var given struct {
			Secret  string
			Headers map[string]string
			Body    string
		}
		if err := json.Unmarshal(lines.Bytes(), &given); err != nil {
			panic(err)
		}
		if verify(given.Secret, given.Headers, []byte(given.Body)) == nil {
			fmt.Println("yes")
		} else {
			fmt.Println("no")
		}
	}
}
`,
  },
};

const [secret, old, foreign] = [newSecret(), newSecret(), newSecret()];
const body = JSON.stringify({ id: 'evt_1', text: 'नमस्ते, "quotes" & \u2028' });
const signed = (secrets: readonly string[], ageSeconds = 0) => {
  const at = new Date(Date.now() - ageSeconds * 1_000);
  const headers = Object.entries(signatureHeaders({ eventId: 'evt_1', at, body }, secrets));
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
};

const CASES: readonly (readonly [string, Delivery, 'yes' | 'no'])[] = [
  ['a delivery', { secret, headers: signed([secret]), body }, 'yes'],
  ['the newer secret of two', { secret, headers: signed([secret, old]), body }, 'yes'],
  ['the older secret of two', { secret: old, headers: signed([secret, old]), body }, 'yes'],
  ['one changed byte', { secret, headers: signed([secret]), body: body.replace('quotes', 'quotas') }, 'no'],
  ['a foreign secret', { secret: foreign, headers: signed([secret]), body }, 'no'],
  ['another event', { secret, headers: { ...signed([secret]), 'webhook-id': 'evt_2' }, body }, 'no'],
  ['more than 300 s of age', { secret, headers: signed([secret], 302), body }, 'no'],
];

test('agrees with the library of the standard on each case', () => {
  for (const [, delivery, expected] of CASES) {
    const verify = () => new Webhook(delivery.secret).verify(delivery.body, delivery.headers);
    if (expected === 'yes') expect(verify()).toMatchObject({ id: 'evt_1' });
    else expect(verify).toThrow();
  }
});

describe.each(Object.entries(PROGRAMS))('%s', (language, { command, version, file, run, text }) => {
  const isThere = spawnSync(command, [version]).status === 0;

  test('has a snippet in the docs', () => expect(snippet(language)).toContain('verify'));

  (isThere ? test : test.skip)(
    `verifies deliveries (skipped without ${command})`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'aics-snippet-'));
      try {
        writeFileSync(join(folder, file), text());
        const { stdout, stderr } = spawnSync(command, [...run, join(folder, file)], {
          input: CASES.map(([, delivery]) => JSON.stringify(delivery) + '\n').join(''),
          encoding: 'utf8',
          env: { ...process.env, GOCACHE: join(folder, 'cache') },
        });
        expect(stderr).toBe('');
        const answers = stdout.trim().split('\n');
        expect(CASES.map(([name], at) => [name, answers[at]])).toEqual(
          CASES.map(([name, , expected]) => [name, expected]),
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );
});
