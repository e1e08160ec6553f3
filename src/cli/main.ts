import { runCommand } from './command-line';

// Who reads, such as head, may leave before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
