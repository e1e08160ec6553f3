import type { Client } from 'pg';

/** successful_completion: of messages that warn of nothing. Their texts may be translated. */
const NO_WARNING = '00000';

interface Notice {
  readonly code?: string | undefined;
  /** The file of PostgreSQL's source, which is never translated. */
  readonly file?: string | undefined;
}

/**
 * A COMMIT was answered with a warning: its wait for a standby was canceled, so a failover may lose what it wrote. As
 * after a lost connection the outcome is unknown (R215).
 */
export class UnknownCommitError extends Error {
  override readonly name = 'UnknownCommitError';

  constructor() {
    super('the outcome of a commit is unknown: it was not replicated');
  }
}

/** The server gave up the wait for a standby. */
export function isUnreplicated({ file }: Notice): boolean {
  return file === 'syncrep.c';
}

const WARNED = Symbol('warned');

type WarnedClient = Client & { [WARNED]?: number };

/** Counts the warnings that a client receives. */
export function countWarnings(client: Client): void {
  client.on('notice', (notice: Notice) => {
    if (notice.code !== NO_WARNING) (client as WarnedClient)[WARNED] = warningsOf(client) + 1;
  });
}

export function warningsOf(client: object): number {
  return (client as WarnedClient)[WARNED] ?? 0;
}
