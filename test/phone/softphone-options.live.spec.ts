import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { hangUpAll, Softphone } from './harness/softphone';

const run = promisify(execFile);
const OPTIONS = pathToFileURL(resolve(__dirname, '../../examples/softphone/options.mjs')).href;
const HOST = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'aics-options-'));
const NO_WAV = join(folder, 'text.wav');
writeFileSync(NO_WAV, 'no audio');
afterAll(async () => {
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

/** Options that are wrong whatever the machine is. */
const WRONG_OPTIONS: readonly (readonly [string[], string])[] = [
  [[], 'Say --listen HOST:PORT to be called, or --dial sip:… to call; --help shows all options.'],
  [['--listen', '5060'], '--listen is HOST:PORT, e.g. 127.0.0.1:5070.'],
  [['--listen', '127.0.0.1:70000'], '--listen is HOST:PORT, e.g. 127.0.0.1:5070.'],
  [['--dial', '100'], '--dial is a SIP URI, e.g. sip:100@127.0.0.1:5060.'],
  [['--dial', 'sip:1@h', '--transport', 'sctp'], '--transport is udp, tcp or tls.'],
  [['--dial', 'sip:1@h', '--codec', 'opus'], '--codec is pcma, pcmu or both: pcma,pcmu.'],
  [['--dial', 'sip:1@h', '--answer-after', 'soon'], '--answer-after is a number of seconds or never.'],
  [['--dial', 'sip:1@h', '--hang-up-after', '1,soon'], '--hang-up-after is a number of seconds.'],
  [['--dial', 'sip:1@h', '--hang-up-after', '-1'], "Option '--hang-up-after' argument is ambiguous"],
  [['--dial', 'sip:1@h', '--reject', '200'], '--reject is a SIP status from 300 to 699.'],
  [['--dial', 'sip:1@h', '--reason-cause', '17'], '--reason-cause goes with --reject.'],
  [
    ['--dial', 'sip:1@h', '--reject', '486', '--reason-cause', '128'],
    '--reason-cause is a Q.850 cause from 1 to 127.',
  ],
  [['--dial', 'sip:1@h', '--loss', '101'], '--loss is a percentage from 0 to 100.'],
  [['--dial', 'sip:1@h', '--dtmf', '12x'], '--dtmf is keys of 0-9 * # A-D, at most 64.'],
  [['--dial', 'sip:1@h', '--username', 'a'], '--username and --password go together.'],
  [['--register', 'sip:1@h'], '--register needs --username and --password.'],
  [
    ['--listen', '127.0.0.1:0', '--transport', 'tls'],
    'To be called over TLS it needs --tls-cert and --tls-key.',
  ],
  [['--dial', 'sip:1@h', '--srtp'], '--srtp needs --transport tls: it sends the keys.'],
  [['call'], "Unexpected argument 'call'"],
];

/** The softphone's message for each option, from one process, since each start takes time. */
async function saidOfOptions(): Promise<ReadonlyMap<string, string>> {
  const program = `import { readOptions } from ${JSON.stringify(OPTIONS)};
    const said = JSON.parse(process.argv[1]).map((words) => {
      try { readOptions(words); return [JSON.stringify(words), '']; }
      catch (error) { return [JSON.stringify(words), error.message]; }
    });
    console.log(JSON.stringify(said));`;
  const rows = JSON.stringify(WRONG_OPTIONS.map(([words]) => words));
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, rows]);
  return new Map(JSON.parse(stdout) as [string, string][]);
}

describe('softphone options', () => {
  const told = saidOfOptions();

  test.each(WRONG_OPTIONS)('rejects %j with the valid form', async (words, line) => {
    expect((await told).get(JSON.stringify(words))).toContain(line);
  });

  test.each([
    [['--dial', 'sip:1@h', '--tls-ca', 'missing.pem'], 'There is no file missing.pem.'],
    [['--listen', '192.0.2.1:0'], '192.0.2.1 is no address of this machine.'],
    [['--dial', 'sip:1@h', '--say', 'missing.wav'], '--say missing.wav: there is no such file.'],
    [['--dial', 'sip:1@h', '--say', NO_WAV], `--say ${NO_WAV}: this is no WAV file.`],
    [['--nonsense'], "Unknown option '--nonsense': --help shows all options."],
  ])('exits with 2 and one line for %j', async (words, line) => {
    const phone = new Softphone(...words);
    await expect(phone.ended).resolves.toBe(2);
    expect(phone.stderr.trim()).toContain(line);
    expect(
      phone.stderr
        .trim()
        .split('\n')
        .filter((text) => !text.startsWith('Building')),
    ).toHaveLength(1);
  });

  test.each([
    ['sip:1001@pbx:5080', 'sip:1001@pbx:5080'],
    ['sip:pbx:5080', 'sip:asha@pbx:5080'],
  ])('registers by --register %s: %s', async (uri, registered) => {
    const program = `import { readOptions } from ${JSON.stringify(OPTIONS)};
      const words = ['--register', '${uri}', '--username', 'asha', '--password', 'x'];
      console.log(readOptions(words).register);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe(registered);
  });

  test('reports a port in use', async () => {
    const first = await Softphone.listening(HOST);
    const second = new Softphone('--listen', first.address);
    await expect(second.ended).resolves.toBe(1);
    expect(second.stderr).toContain('is in use: choose another, or 0 for any.');
  });

  test('lists every option in the help', async () => {
    const phone = new Softphone('--help');
    await expect(phone.ended).resolves.toBe(0);
    for (const option of [
      'listen',
      'transport',
      'tls-ca',
      'srtp',
      'codec',
      'answer-after',
      'reject',
      'reason-cause',
      'say',
      'hang-up-after',
      'hold',
      'cut-in',
      'dtmf',
      'no-rtp',
      'loss',
      'dial',
      'register',
      'username',
      'password',
      'record',
      'json',
    ]) {
      expect(phone.stdout).toContain(`--${option} `.trim());
    }
  });

  test('applies each --hang-up-after to its call, and the last one to further calls', async () => {
    const called = await Softphone.listening(HOST, '--hang-up-after', '0.2,1.2');
    for (const durationMs of [200, 1_200, 1_200]) {
      const caller = new Softphone('--json', '--dial', `sip:100@${called.address}`);
      await expect(caller.ended).resolves.toBe(0);
      const took = Number(caller.all('ended')[0]!['duration_ms']);
      expect(took).toBeGreaterThan(durationMs - 100);
      expect(took).toBeLessThan(durationMs + 600);
    }
  });

  test('prints sentences without --json', async () => {
    const called = await Softphone.listening(HOST, '--hang-up-after', '0.2');
    const caller = new Softphone('--dial', `sip:100@${called.address}`);
    await expect(caller.ended).resolves.toBe(0);
    expect(caller.stdout).toMatch(/call 1 {2}is answered \(PCMA\)/);
    expect(caller.stdout).toMatch(/call 1 {2}ended by remote, after \d+ ms/);
  });
});
