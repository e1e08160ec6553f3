import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes a certificate that is its own authority, by the openssl command.
 * @param {string} folder where its files come
 * @param {string} name DNS name of its server
 * @returns {Promise<{cert: string, key: string, ca: string}>} paths of files in PEM
 */
export async function makeCertificate(folder, name) {
  const [cert, key] = ['certificate.pem', 'key.pem'].map((file) => join(folder, file));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...names]);
  return { cert, key, ca: cert };
}
