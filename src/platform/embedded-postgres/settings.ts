/**
 * What differs from PostgreSQL's defaults, for a service with one small database of its own. The rest stays as it
 * is, above all what makes a commit survive a power cut (`fsync`, `synchronous_commit`, `full_page_writes`).
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // No personal data in the log. PostgreSQL quotes values in the messages, details and statements of errors, so
  // those of clients are not logged at all (LOG ranks above ERROR); the clients are told, and that is us.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** The command line of a server with our settings and, above them, `own`. */
export function serverParameters(own: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...SETTINGS, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
