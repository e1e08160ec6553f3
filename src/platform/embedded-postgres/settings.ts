/**
 * Settings for a small database. `fsync`, `synchronous_commit` and `full_page_writes`, which protect commits, stay
 * unchanged.
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
  // No personal data in the log: PostgreSQL quotes values in errors, so client errors are not logged at all (LOG
  // ranks above ERROR). The client, which is the service, receives them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

export function serverParameters(own: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...SETTINGS, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
