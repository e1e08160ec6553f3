import type { Demo } from './demo';
import type { Config } from '../platform/config/config';

/** The link of the first person; `by_command`: `login setup` makes it; null once a login has a password. */
export type Setup = { readonly path: string } | 'by_command' | null;

interface Started {
  readonly demo: Demo | null;
  readonly setup: Setup;
  readonly hasPage: boolean;
}

export function describeStart(config: Config, port: number, { demo, setup, hasPage }: Started): string {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const origin = config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`AI Calling Service is ready (${config.role}) at ${origin}`];
  if (config.does.api) {
    lines.push(`  API ${origin}/v1`);
    if (config.docs) lines.push(`  Swagger page ${origin}/docs`);
    if (config.console) lines.push(`  Console${hasPage ? ` ${origin}/console` : ': not built'}`);
  }
  if (setup === 'by_command') lines.push('', 'Nobody has a password yet: npm run -s cli -- login setup');
  else if (setup) lines.push('', `Set up the console (once, within 24 hours): ${origin}${setup.path}`);
  if (demo) lines.push('', ...describeDemo(demo, origin));
  return `${lines.join('\n')}\n`;
}

function describeDemo({ key }: Demo, origin: string): string[] {
  return [
    'This first start made a demo account with credits, an agent and a key. The key is shown only now:',
    '',
    `  ${key}`,
    '',
    'A first call, to the simulated network (the last four digits decide what happens; 0001 is interested):',
    '',
    `  curl -s ${origin}/v1/calls -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"phone_number": "+919876540001", "contact": {"name": "Rohan"}}'`,
    '',
    'and, with the id of the answer, what came of it a minute later:',
    '',
    `  curl -s ${origin}/v1/calls/CALL_ID -H 'X-API-Key: ${key}'`,
  ];
}
