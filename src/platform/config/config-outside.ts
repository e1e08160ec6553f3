import { type Environment, read, SecretProblem, url } from './config-values';
import { emailProblem } from '../email';
import { StartupError } from '../startup-error';

export interface S3Config {
  /** null: AWS itself. */
  readonly endpoint: string | null;
  readonly bucket: string;
  readonly region: string;
  /** `null`: the machine's own (a role, a profile). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

export interface ModelConfig {
  readonly url: string;
  /** null: the server requires none. */
  readonly apiKey: string | null;
  readonly name: string;
}

/** `S3_*`: S3_BUCKET turns it on. @throws StartupError */
export function readS3(env: Environment): S3Config | null {
  const bucket = read(env, 'S3_BUCKET', null, bucketName);
  const endpoint = read(env, 'S3_ENDPOINT', null, url(['http:', 'https:'], { secret: true }));
  const accessKeyId = read(env, 'S3_ACCESS_KEY_ID', null, text);
  const secretAccessKey = read(env, 'S3_SECRET_ACCESS_KEY', null, text);
  if (bucket === null) {
    if (endpoint !== null || accessKeyId !== null || secretAccessKey !== null) {
      throw new StartupError('S3_BUCKET must be set when other S3_ variables are: it names the bucket.');
    }
    return null;
  }
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    throw new StartupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither.');
  }
  return {
    endpoint,
    bucket,
    region: read(env, 'S3_REGION', 'us-east-1', text),
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    prefix: read(env, 'S3_PREFIX', '', (value) =>
      value
        .replace(/^\/+|(?<!\/)\/+$/g, '')
        .concat('/')
        .replace(/^\/$/, ''),
    ),
  };
}

/** `LLM_*`: URL and model belong together; a local server may need no key. @throws StartupError */
export function readModel(env: Environment): ModelConfig | null {
  const address = read(env, 'LLM_URL', null, url(['http:', 'https:'], { secret: true }));
  const name = read(env, 'LLM_MODEL', null, text);
  const apiKey = read(env, 'LLM_API_KEY', null, headerText);
  if (address === null && name === null && apiKey === null) return null;
  if (address === null || name === null) {
    throw new StartupError(
      `${address === null ? 'LLM_URL' : 'LLM_MODEL'} must be set, too: a model needs LLM_URL and LLM_MODEL (LLM_API_KEY when the server asks for one).`,
    );
  }
  return { url: address, apiKey, name };
}

export function mailServer(value: string): string {
  const from = requireCredentials(['smtp:', 'smtps:'], value).searchParams.get('from');
  if (from !== null && emailProblem(from) !== undefined) {
    throw new SecretProblem('a URL whose from is an e-mail address, such as ?from=desk@example.com');
  }
  return value;
}

export function redisServer(value: string): string {
  const { pathname } = requireCredentials(['redis:', 'rediss:'], value);
  if (!/^(?:\/\d*)?$/.test(pathname)) {
    throw new SecretProblem('a URL whose path is the number of a database, such as redis://localhost:6379/1');
  }
  return value;
}

/** The clients of these servers decode user and password, and throw for what is not encoded. */
function requireCredentials(protocols: readonly string[], value: string): URL {
  const parsed = new URL(url(protocols, { secret: true })(value));
  try {
    decodeURIComponent(`${parsed.username}:${parsed.password}`);
  } catch {
    throw new SecretProblem('a URL with % written as %25 in user and password');
  }
  return parsed;
}

const text = (value: string): string => value;

function headerText(value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new SecretProblem('visible ASCII characters without spaces');
  return value;
}

function bucketName(value: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(value)) {
    throw new Error('the name of a bucket: 2 to 63 letters, digits, dots and dashes');
  }
  return value;
}
