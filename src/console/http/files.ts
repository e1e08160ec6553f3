import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { sendError, wrongMethod } from '../../platform/http/error.filter';
import { CONSOLE, PageFiles } from '../../platform/http/page-files';
import type { ServiceRequest } from '../../platform/http/request-context';

const ASSETS = `${CONSOLE}/assets/`;
/** Below these an unknown path is no page. */
const NO_PAGES = [ASSETS, `${CONSOLE}/v1/`, `${CONSOLE}/api/`, `${CONSOLE}/live/`];
const METHODS = 'GET, HEAD';

const NOTHING = ['default-src', 'base-uri', 'form-action', 'frame-ancestors'];
const OWN = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'media-src', 'worker-src'];
const POLICY = [
  ...NOTHING.map((directive) => `${directive} 'none'`),
  ...OWN.map((directive) => `${directive} 'self'`),
].join('; ');

const HTML_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // Always revalidated: it names the assets of the newest build.
  'Cache-Control': 'no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(self), geolocation=()',
  'X-Robots-Tag': 'noindex',
};

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

interface Asset {
  readonly type: string;
  readonly identity: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** One HTML for every address, and assets whose names change with their content. */
interface Built {
  readonly html: Buffer;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Serves the built page from memory (1 to 2 MB): a build beside a running service moves the files. */
@Injectable()
export class ConsoleFiles extends PageFiles {
  readonly #built = readBuilt();

  get isBuilt(): boolean {
    return this.#built !== null;
  }

  secure(response: Response): void {
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  }

  answer(request: ServiceRequest, response: Response, path: string): boolean {
    const built = this.#built;
    if (built === null) return false;
    if (path.startsWith(ASSETS)) {
      const asset = built.assets.get(path.slice(ASSETS.length));
      if (!asset) return false;
      request.template = `${ASSETS}:file`;
      answerRead(request, response, () => sendAsset(request, response, asset));
      return true;
    }
    const isPage = path === CONSOLE || path.startsWith(`${CONSOLE}/`);
    if (!isPage || NO_PAGES.some((prefix) => path.startsWith(prefix))) return false;
    request.template = CONSOLE;
    answerRead(request, response, () => sendPage(request, response, built.html));
    return true;
  }
}

function answerRead(request: ServiceRequest, response: Response, send: () => void): void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    send();
    return;
  }
  response.setHeader('Allow', METHODS);
  sendError(request, response, wrongMethod(request.method, METHODS));
}

function sendPage(request: ServiceRequest, response: Response, html: Buffer): void {
  response.set(HTML_HEADERS);
  // On other addresses browsers ignore the header and log a warning.
  if (request.secure || LOOPBACK.test(request.headers.host ?? '')) {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  }
  sendBody(request, response, html);
}

function sendAsset(request: ServiceRequest, response: Response, asset: Asset): void {
  const wanted = request.acceptsEncodings(['br', 'gzip', 'identity']);
  const encoding = wanted === 'br' || wanted === 'gzip' ? wanted : null;
  const encoded = encoding && asset[encoding];
  if (asset.br || asset.gzip) response.setHeader('Vary', 'Accept-Encoding');
  if (encoding && encoded) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', asset.type);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  sendBody(request, response, encoded ?? asset.identity);
}

function sendBody(request: ServiceRequest, response: Response, body: Buffer): void {
  response.setHeader('Content-Length', body.length);
  response.status(200).end(request.method === 'HEAD' ? undefined : body);
}

function readBuilt(): Built | null {
  const folder = join(projectRoot(), 'web', 'dist');
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const names = readdirSync(join(folder, 'assets'));
  const known = new Set(names);
  const read = (name: string) => (known.has(name) ? readFileSync(join(folder, 'assets', name)) : null);
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = TYPES.get(extname(name));
    const identity = type === undefined ? null : read(name);
    if (type === undefined || identity === null) continue;
    assets.set(name, { type, identity, br: read(`${name}.br`), gzip: read(`${name}.gz`) });
  }
  return { html: readFileSync(index), assets };
}

/** Sources and built files have different depths. */
function projectRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
