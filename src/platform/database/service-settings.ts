import { own } from '../kernel/own';

/** Bounds how long a vanished worker blocks rows, and how long a statement on a dead connection occupies the pool. */
export const SERVICE_LIMITS = { statementMs: 20_000, pauseMs: 10_000 } as const;

/** In place of the database's own defaults: other dates cannot be read, and other transactions fail where these wait. */
export const COMMON_SETTINGS = [
  '-c datestyle=ISO',
  String.raw`-c default_transaction_isolation=read\ committed`,
];

/**
 * A connection caches a plan until PostgreSQL analyses the table again, a minute or more. A plan made for a new
 * service's ten calls would read thirty thousand rows for each change of one, so scans of indexed tables are off. Up
 * to PostgreSQL 17 JIT would compile an unavoidable scan first, because of its high cost.
 */
export const SERVICE_SETTINGS = [...COMMON_SETTINGS, '-c enable_seqscan=off', '-c jit=off'];

/** The settings that each connection of the service must have, as `current_setting` returns them. */
const REQUIRED: Readonly<Record<string, string>> = {
  enable_seqscan: 'off',
  jit: 'off',
  statement_timeout: '20s',
  idle_in_transaction_session_timeout: '10s',
  datestyle: 'ISO',
  default_transaction_isolation: 'read committed',
};

export const REQUIRED_NAMES = Object.keys(REQUIRED);

/** Names and values of `found` that are not as required. */
export function differingSettings(found: ReadonlyMap<string, string>): [name: string, value: string][] {
  return REQUIRED_NAMES.flatMap((name) => {
    const value = found.get(name) ?? 'unset';
    // The order in `ISO, DMY` concerns dates as input alone.
    return value.split(',', 1)[0] === own(REQUIRED, name) ? [] : [[name, value]];
  });
}

/** Statements that make the settings those of the URL's role on its database, one for each name. */
export function roleSettings(databaseUrl: string, names: readonly string[] = REQUIRED_NAMES): string[] {
  const { username, pathname } = new URL(databaseUrl);
  const role = identifier(decodeURIComponent(username) || 'postgres');
  const database = identifier(decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username));
  return names.map(
    (name) => `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${own(REQUIRED, name) ?? ''}';`,
  );
}

function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
