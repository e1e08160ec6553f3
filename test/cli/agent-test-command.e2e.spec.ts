import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../src/cli/command-line';
import { TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { command } from '../harness/commands';
import { temporaryFolder } from '../harness/temporary-folder';

const EXAMPLES = join(__dirname, '../../examples/agent-tests');
const AGENT = `agent:
  name: Asha
  language: hinglish
  opening_line: Namaste {{contact_name}}, main Asha bol rahi hoon.
  system_prompt: Ask.
`;

const folder = temporaryFolder();
afterAll(() => folder.remove());
afterEach(() => jest.restoreAllMocks());

const put = (name: string, text: string) => {
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return file;
};

/** Without a database: where none is, opening one fails. */
async function run(...words: string[]) {
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  }
  process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none';
  try {
    return { code: await runCommand(['agent', 'test', ...words]), ...printed };
  } finally {
    delete process.env['DATABASE_URL'];
    jest.restoreAllMocks();
  }
}

describe('agent test', () => {
  it('passes the examples, 24 tests of which 12 are Hinglish and 6 Hindi', async () => {
    const { code, stdout } = await run('--file', EXAMPLES, '--json');
    const all = JSON.parse(stdout);
    const failed = all.results.filter(({ status }: { status: string }) => status !== 'passed');
    expect(failed).toEqual([]);
    expect({ code, passed: all.passed }).toEqual({ code: 0, passed: 24 });
    const count = (word: string) =>
      all.results.filter((one: { file: string }) => one.file.includes(word)).length;
    expect([count('hinglish'), count('hindi')]).toEqual([12, 6]);
  });

  it('returns the same result again, from JSON as from YAML', async () => {
    const json = JSON.stringify({
      agent: { name: 'Asha', language: 'english', opening_line: 'Hello.', system_prompt: 'Ask.' },
      tests: [{ name: 'One', talk: ['hang_up'], expect: { ended_by: 'contact' } }],
    });
    const { code, stdout } = await run('--file', put('one.json', json));
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^ok .*one\.json {2}One\n1 passed, 0 failed, 0 skipped\n$/),
    });
  });

  it('exits with 1 when a test failed, prints the reason, and writes JUnit', async () => {
    const file = put(
      'failing.yaml',
      `${AGENT}tests:\n  - name: 'A <b> & "c"'\n    talk: [{agent: {includes: [Ravi]}}]\n  - name: Good\n    talk: [hang_up]\n`,
    );
    const junit = join(folder.path, 'junit.xml');
    const { code, stdout } = await run('--file', file, '--junit', junit);
    expect(code).toBe(1);
    expect(stdout).toContain('expected: The agent says "Ravi".');
    expect(stdout).toContain('found:    Namaste , main Asha bol rahi hoon.');
    expect(stdout).toMatch(/1 passed, 1 failed, 0 skipped\n$/);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuites name="agent tests" tests="2" failures="1" errors="0" skipped="0"');
    expect(xml).toContain('<testcase name="A &lt;b&gt; &amp; &quot;c&quot;"');
    expect(xml).toContain('<failure message="talk[0]: The agent says &quot;Ravi&quot;.">');
    expect((await run('--file', file, '--only', 'Good')).code).toBe(0);
    expect((await run('--file', file, '--only', 'None')).code).toBe(2);
  });

  it.each([
    [
      'a wrong step',
      `${AGENT}tests:\n  - name: x\n    talk:\n      - says: y\n`,
      /:9: tests\[0\]\.talk\[0\] must be/,
    ],
    ['no YAML', 'agent: {\n', /bad\.yaml:2: /],
    ['a name twice', 'tests: []\ntests: []\nagent: x\n', /bad\.yaml:2: /],
    ['an unknown field', `${AGENT}more: 1\ntests: []\n`, /:6: more is not known/],
    ['no tests', AGENT, /: tests is required/],
    ['a wrong agent', 'agent:\n  name: A\n  color: 1\ntests: []\n', /:3: agent\.color is not a known field/],
    [
      'a wrong tool',
      `${AGENT}tools:\n  - {kind: http, name: X}\ntests: []\n`,
      /:7: tools\[0\]\.name must be/,
    ],
    ['a wrong now', `${AGENT}now: today\ntests: []\n`, /:6: now must be an instant/],
    [
      'tools of an agent by name',
      'agent: Asha\ntools: [{kind: http, name: x}]\ntests: []\n',
      /:2: tools is only for/,
    ],
    [
      'too many aliases',
      `${AGENT}tests:\n  - &t {name: x, talk: []}\n${'  - *t\n'.repeat(51)}`,
      /at most 50 aliases/,
    ],
    [
      'aliases within aliases',
      `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\ntests: [*c,*c,*c,*c,*c]\n`,
      /at most 50 aliases/,
    ],
    ['an alias of nothing', `${AGENT}tests:\n  - *t\n`, /:\d+: no anchor t stands before the alias/],
    ['more than 256 KiB', `# ${'x'.repeat(262_144)}\n`, /at most 256 KiB/],
  ])('exits with 2 for %s, with file, line and path', async (_, text, problem) => {
    const { code, stderr, stdout } = await run('--file', put('bad.yaml', text));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(problem);
  });

  it('reads 50 aliases', async () => {
    const aliases = '  - *t\n'.repeat(50);
    const file = put('aliases.yaml', `${AGENT}tests:\n  - &t {name: Again, talk: [hang_up]}\n${aliases}`);
    expect(await run('--file', file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/51 passed/) });
  });

  it('exits with 2 for an unknown path, an empty folder, and a wrong option', async () => {
    expect(await run('--file', join(folder.path, 'none.yaml'))).toMatchObject({ code: 2 });
    mkdirSync(join(folder.path, 'empty'), { recursive: true });
    expect(await run('--file', join(folder.path, 'empty'))).toMatchObject({ code: 2 });
    expect(await run('--file', EXAMPLES, '--engine', 'x')).toMatchObject({ code: 2 });
    expect(await run()).toMatchObject({ code: 2 });
    const good = put('good.yaml', `${AGENT}tests: [{name: Good, talk: [hang_up]}]\n`);
    const nowhere = join(folder.path, 'none', 'junit.xml');
    const unwritten = await run('--file', good, '--junit', nowhere);
    expect(unwritten).toMatchObject({ code: 2, stderr: expect.stringContaining('--junit') });
  });

  it('fails a test without a mock of a tool that is requested before the talk', async () => {
    const tool =
      'kind: http, name: plan_of, description: Reads., effect: read, when: before, provides: [plan]';
    const tests =
      'tests:\n  - {name: No mock, talk: [hang_up]}\n  - {name: Mock, mocks: {plan_of: {error: timed_out}}, talk: [hang_up]}\n';
    const { code, stdout } = await run('--file', put('before.yaml', `${AGENT}tools: [{${tool}}]\n${tests}`));
    expect(code).toBe(1);
    expect(stdout).toContain('plan_of has no mock.');
    expect(stdout).toContain('1 passed, 1 failed');
  });

  it('finds an agent of the database by its name or id, in the only account or the named one', async () => {
    const service = await TestApp.start();
    const account = await service.account();
    const agent = await makeAgent(service, account, { name: 'Asha, admissions' });
    const tests = 'tools: []\ntests:\n  - {name: x, talk: [hang_up]}\n';
    const file = put('stored.yaml', `agent: asha, ADMISSIONS\n${tests}`);
    const cli = (...words: string[]) => command(service, 'agent', 'test', '--file', file, ...words);
    const own = ['--account', account.id];
    expect(await cli(...own)).toMatchObject({ code: 0 });
    expect(await cli(...own, '--agent', agent)).toMatchObject({ code: 0 });
    const unknown = await cli(...own, '--agent', 'nobody');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no agent "nobody"') });
    await service.account();
    await service.account();
    expect(await cli()).toMatchObject({ code: 2, stderr: expect.stringContaining('--account') });
    await service.stop();
  });
});
