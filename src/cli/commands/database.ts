import { spawn } from 'node:child_process';
import { Command } from 'commander';
import type { DatabaseAccess } from '../../platform/database/access/database-access';
import type { Endpoint } from '../../platform/database/access/endpoint';
import { CommandError, ExitCode, print } from '../output';
import { withSignalHandler } from '../signals';

export function databaseCommand(): Command {
  const database = new Command('database').description('the database of the service');
  database
    .command('run')
    .description(
      'run a program of PostgreSQL on it, such as: database run -- pg_dump -Fc -f backup.dump; ends with its exit code',
    )
    .argument('<program>', 'psql, pg_dump, pg_restore, …; what follows -- is its own')
    .argument('[arguments...]')
    .action(async (program: string, args: string[]) => {
      const { withDatabase } = await import('../session.js');
      throw new ExitCode(await withDatabase(({ main, session }) => run(program, args, session ?? main)));
    });
  database
    .command('migrate')
    .description('bring it up to this version, over DATABASE_DIRECT_URL where a pooler is in between')
    .action(async (_options: unknown, command: Command) => {
      const { withDatabase } = await import('../session.js');
      print(command, await withDatabase(migrateDatabase));
    });
  database
    .command('copy')
    .description(
      'copy the embedded database below DATA_DIR to the empty one at DATABASE_URL, the service stopped',
    )
    .action(async (_options: unknown, command: Command) => {
      const { copyEmbedded } = await import('../embedded-copy.js');
      print(command, await copyEmbedded());
    });
  database
    .command('settings')
    .description('print the statements that make the settings of the service those of its role')
    .action(async (_options: unknown, command: Command) => {
      const [{ withDatabase }, { roleSettings }] = await Promise.all([
        import('../session.js'),
        import('../../platform/database/service-settings.js'),
      ]);
      await withDatabase(({ main }) => {
        print(command, roleSettings(main.url));
        return Promise.resolve();
      });
    });
  return database;
}

async function migrateDatabase(access: DatabaseAccess): Promise<{ migrations: number }> {
  if (!access.session) {
    throw new CommandError(
      'DATABASE_DIRECT_URL must be set: a migration needs a session, past the transaction pooler.',
    );
  }
  const { migrateWhereNeeded } = await import('../../platform/database/access/preparation.js');
  return { migrations: await migrateWhereNeeded(access) };
}

/** Passes the connection in libpq's environment variables, so that no secret is in the arguments. */
function run(program: string, args: readonly string[], endpoint: Endpoint): Promise<number> {
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...clientVariables(endpoint) },
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'is not installed here' : `cannot be run (${error.message})`;
      reject(new CommandError(`${program} ${why}.`));
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
  // The terminal sends Ctrl-C to the program, too: in psql it cancels a statement.
  return withSignalHandler(
    (signal) => {
      if (signal !== 'SIGINT') child.kill(signal);
    },
    () => ended,
  );
}

/** libpq uses the first of several hosts that accepts writes. */
function clientVariables({ urls: texts, text }: Endpoint): NodeJS.ProcessEnv {
  const urls = texts.map((one) => new URL(one));
  const [url = new URL(text)] = urls;
  const sslMode = url.searchParams.get('sslmode');
  return {
    PGHOST: urls.map(({ hostname }) => hostname).join(','),
    PGPORT: urls.map(({ port }) => port || '5432').join(','),
    ...(urls.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
    DATABASE_URL: text,
  };
}
