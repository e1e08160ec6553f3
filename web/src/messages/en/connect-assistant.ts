export const connectAssistant = {
  title: 'Connect an assistant',
  what:
    'An assistant that uses MCP (Model Context Protocol) can find, explain and prepare calls of this account. ' +
    'What costs or changes something needs a confirmation first.',
  advice:
    'Make a key of its own for it, with no more scopes than it needs, and put the key where YOUR_KEY stands. ' +
    'Revoke that key to disconnect the assistant.',
  keyPlace: 'YOUR_KEY',
  address: 'Address',
  overHttp: 'Configuration over HTTP',
  overStdio: 'Configuration as a command',
  stdioHint: 'For assistants that start a program: in a checkout of this service.',
  copy: (what: string) => `Copy ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
};
