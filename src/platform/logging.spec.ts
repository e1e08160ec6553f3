import fs from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger, describeError, type LogFormat, NestLogger } from './logging';
import { StartupError } from './startup-error';

/** The output of a logger. */
function written(format: LogFormat, log: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  log(createLogger('debug', format, { write: (line) => lines.push(line) }));
  return lines;
}

/** An error of a server that echoes what it was sent. */
const foreign = () =>
  Object.assign(new Error('500 bad\n    at Rohan (+919876543210)\nSECRET transcript\u2028SECRET'), {
    code: 'E',
    detail: 'SECRET',
  });

describe('describeError', () => {
  it('returns the first line of a message and the frames of the stack, nothing else', () => {
    const described = describeError(foreign());
    expect(described).toMatchObject({ type: 'Error', code: 'E', message: '500 bad' });
    expect(described['stack']).toMatch(/^ {4}at foreign /);
    expect(JSON.stringify(described)).not.toMatch(/SECRET|Rohan/);
  });

  it('returns at once for an endless message', () => {
    const described = describeError(new Error('x'.repeat(10_000_000)));
    expect(JSON.stringify(described).length).toBeLessThan(5_000);
  });
});

describe('log lines', () => {
  it('are one object each for machines', () => {
    const [line = ''] = written('json', (logger) => logger.info({ call: 'call_1', status: 200 }, 'done'));
    expect(JSON.parse(line)).toMatchObject({ level: 30, call: 'call_1', status: 200, msg: 'done' });
  });

  it('have time, level and message in text form', () => {
    const lines = written('text', (logger) => {
      logger.info({ method: 'GET', route: '/v1/calls', status: 404, key: undefined }, 'request');
      new NestLogger(logger).warn('the model can be used again', 'Model');
      logger.error({ error: describeError(new TypeError('no')) }, 'internal error');
    });
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} INFO {2}request method=GET route=\/v1\/calls status=404\n$/,
    );
    expect(lines[1]).toMatch(/^[\d:.]+ WARN {2}Model: the model can be used again\n$/);
    expect(lines[2]).toMatch(/^[\d:.]+ ERROR internal error type=TypeError message=no\n {4}at .*\n/);
  });

  it('leave out what ends a start, which the process prints in one line', () => {
    const lines = written('text', (logger) =>
      new NestLogger(logger).error(new StartupError('SECRET_KEY must be set.'), 'ExceptionHandler'),
    );
    expect(lines).toEqual([]);
  });

  it.each(['json', 'text'] as const)('never contain a line of foreign text as %s', (format) => {
    const hostile = 'x\r\n12:00:00.000 INFO  forged\u001b[2J\u2028';
    const lines = written(format, (logger) => {
      const nest = new NestLogger(logger);
      nest.error(hostile, 'Context');
      nest.error(foreign());
      logger.info({ client_request_id: hostile }, 'request');
    });
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toMatch(/SECRET|Rohan|\r|\n12:/);
      expect(line).not.toContain('\u001b');
      expect(line.endsWith('\n')).toBe(true);
    }
    if (format === 'json') for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1);
  });
});

describe('the standard output', () => {
  const written: string[] = [];
  const write = jest.spyOn(fs, 'writeSync').mockImplementation((_fd, text) => {
    written.push(text);
    return text.length;
  });
  const sync = jest.spyOn(fs, 'fsyncSync');
  afterEach(() => written.splice(0));
  afterAll(() => {
    write.mockRestore();
    sync.mockRestore();
  });

  it('gets the lines of a turn in one write, which does not wait for the disk', async () => {
    const logger = createLogger('info', 'json');
    for (const name of ['one', 'two']) logger.info(name);
    expect(written).toEqual([]);
    await nextTurn();
    expect(written).toHaveLength(1);
    expect(written[0]?.split('\n')).toHaveLength(3);
    expect(sync).not.toHaveBeenCalled();
  });

  it('gets many lines before the turn ends, in their order', async () => {
    const logger = createLogger('info', 'json');
    for (let at = 0; at < 200; at++) logger.info({ at }, 'a line');
    expect(written.length).toBeGreaterThan(1);
    await nextTurn();
    const lines = written.join('').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { at: number }).at)).toEqual([...Array(200).keys()]);
  });
});
