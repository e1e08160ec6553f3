import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and its certificate, PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Fields of a server's certificate. */
interface Leaf {
  readonly name: string;
  /** `YYMMDDHHMMSSZ`. */
  readonly from?: string;
  readonly until?: string;
}

/** A certificate authority of a test's own, made by the openssl command. */
export class TestAuthority {
  readonly #dir = mkdtempSync(join(tmpdir(), 'aics-ca-'));
  #serial = 0;

  constructor() {
    writeFileSync(this.#path('index.txt'), '');
    writeFileSync(
      this.#path('ca.cnf'),
      `[ca]\ndefault_ca=own\n[own]\ndatabase=${this.#path('index.txt')}\nnew_certs_dir=${this.#dir}\n` +
        `certificate=${this.#path('ca.crt')}\nprivate_key=${this.#path('ca.key')}\nrand_serial=yes\n` +
        'default_md=sha256\npolicy=any\nunique_subject=no\ncopy_extensions=copy\n[any]\ncommonName=supplied\n',
    );
    this.#openssl(
      'req',
      '-x509',
      ...this.#newKey('ca'),
      '-out',
      this.#path('ca.crt'),
      '-days',
      '3650',
      '-subj',
      '/CN=Own authority',
    );
  }

  /** False where there is no openssl command. */
  static get isPossible(): boolean {
    try {
      execFileSync('openssl', ['version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  get ca(): string {
    return readFileSync(this.#path('ca.crt'), 'utf8');
  }

  issue({ name, from = '250101000000Z', until = '491231235959Z' }: Leaf): Certificate {
    const leaf = `leaf${++this.#serial}`;
    const csr = this.#path(`${leaf}.csr`);
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    this.#openssl('req', '-new', ...this.#newKey(leaf), '-out', csr, ...subject);
    this.#openssl(
      ...[
        'ca',
        '-batch',
        '-notext',
        '-config',
        this.#path('ca.cnf'),
        '-in',
        csr,
        '-out',
        this.#path(`${leaf}.crt`),
      ],
      ...['-startdate', from, '-enddate', until],
    );
    return this.#read(leaf);
  }

  selfSigned(name: string): Certificate {
    const leaf = `self${++this.#serial}`;
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    this.#openssl(
      'req',
      '-x509',
      ...this.#newKey(leaf),
      '-out',
      this.#path(`${leaf}.crt`),
      '-days',
      '365',
      ...subject,
    );
    return this.#read(leaf);
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #newKey(name: string): string[] {
    return [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      this.#path(`${name}.key`),
    ];
  }

  #read(name: string): Certificate {
    const read = (ending: string) => readFileSync(this.#path(`${name}.${ending}`), 'utf8');
    return { key: read('key'), cert: read('crt') };
  }

  #path(name: string): string {
    return join(this.#dir, name);
  }

  #openssl(...parameters: string[]): void {
    execFileSync('openssl', parameters, { stdio: 'pipe' });
  }
}
