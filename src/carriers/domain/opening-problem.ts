/** Names what an operator can correct when SIP cannot be opened. @param sipPort for errors without a port */
export function openingProblem(error: unknown, sipPort: number): string {
  const { code = 'unknown', port = sipPort } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is in use`;
  // OpenSSL refused the files.
  if (code.startsWith('ERR_')) return `SIP_TLS_CERT and SIP_TLS_KEY cannot be used (${code})`;
  return `port ${port} cannot be opened (${code})`;
}
