import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { CommandError, ExitCode } from '../output';

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
      throw new ExitCode(await withDatabase((url) => run(program, args, url)));
    });
  return database;
}

/** Passes the connection in libpq's environment variables, so that no secret is in the arguments. */
function run(program: string, args: readonly string[], url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, ...clientVariables(url) },
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'is not installed here' : `cannot be run (${error.message})`;
      reject(new CommandError(`${program} ${why}.`));
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function clientVariables(text: string): NodeJS.ProcessEnv {
  const url = new URL(text);
  const sslMode = url.searchParams.get('sslmode');
  return {
    PGHOST: url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
    DATABASE_URL: text,
  };
}
