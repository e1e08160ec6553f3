import { runCommand } from './command-line';

// The reader, such as head, may close the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
