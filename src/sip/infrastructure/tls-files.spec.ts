import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, TestAuthority } from '../../../test/harness/certificates';
import { temporaryFolder } from '../../../test/harness/temporary-folder';
import { TlsFiles } from './tls-files';

const describeTls = TestAuthority.isPossible ? describe : describe.skip;

describeTls('a certificate and its key in files', () => {
  const folder = temporaryFolder();
  const authority = new TestAuthority();
  const [first, second] = ['one.example', 'two.example'].map((name) => authority.issue({ name })) as [
    Certificate,
    Certificate,
  ];
  const certFile = join(folder.path, 'cert.pem');
  const keyFile = join(folder.path, 'key.pem');
  let refused = 0;
  let files: TlsFiles;
  beforeEach(() => {
    refused = 0;
    write(first);
    files = new TlsFiles({ ...first, certFile, keyFile }, () => refused++);
  });
  afterAll(() => {
    folder.remove();
    authority.remove();
  });
  const write = ({ cert, key }: Certificate) => {
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
  };

  test('are loaded again when they changed', async () => {
    expect(await files.refresh()).toBe(false);
    write(second);
    expect(await files.refresh()).toBe(true);
    expect(files.pair).toEqual({ cert: second.cert, key: second.key });
    expect(await files.refresh()).toBe(false);
  });

  test.each<[string, () => void]>([
    ['a certificate without its key', () => write({ cert: second.cert, key: first.key })],
    ['no certificate', () => write({ cert: 'nothing', key: second.key })],
    ['an empty file', () => write({ cert: '', key: '' })],
  ])('are never loaded when %s, which is reported once, until the whole pair is', async (_, change) => {
    change();
    expect([await files.refresh(), await files.refresh()]).toEqual([false, false]);
    expect(files.pair.cert).toBe(first.cert);
    expect(refused).toBe(1);
    write(second);
    expect(await files.refresh()).toBe(true);
  });

  test('are unchanged while a file is missing', async () => {
    const away = new TlsFiles({ ...first, certFile: join(folder.path, 'away'), keyFile }, () => refused++);
    expect(await away.refresh()).toBe(false);
    expect([away.pair.cert, refused]).toEqual([first.cert, 0]);
  });

  test('are checked twice a minute, until the watch ends', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const taken: string[] = [];
    const refreshed = jest.spyOn(files, 'refresh');
    const stop = files.watch(({ cert }) => taken.push(cert));
    write(second);
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all(refreshed.mock.results.map(({ value }) => value as Promise<boolean>));
    expect(taken).toEqual([second.cert]);
    stop();
    await jest.advanceTimersByTimeAsync(600_000);
    expect(refreshed).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
  });
});
