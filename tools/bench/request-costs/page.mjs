import { NODE_AREAS, STATEMENT_AREAS } from './areas.mjs';

/** Where the microseconds of a POST and a GET go. */
export function requestCostsTable(part) {
  if (!part?.figures) return '';
  const { post, get } = part.figures;
  const rows = (areas, kind) =>
    areas
      .map((area) => [area, post[kind][area], get[kind][area]])
      .filter(([, ...costs]) => costs.some((us) => us >= 0.5))
      .map(([area, ...costs]) => `| ${area} | ${costs.map((us) => Math.round(us ?? 0)).join(' | ')} |`)
      .join('\n');
  return `
## Where a request's time goes

Microseconds of a request, ${post.connections} connections, everything on (\`npm run bench -- request-costs\`; ${part.machine}).

| Service: CPU | POST /calls | GET /calls/{id} |
| --- | --- | --- |
| all | ${Math.round(post.nodeUs)} | ${Math.round(get.nodeUs)} |
${rows(NODE_AREAS, 'areas')}

| PostgreSQL | POST /calls | GET /calls/{id} |
| --- | --- | --- |
| CPU of all its processes | ${Math.round(post.postgresUs)} | ${Math.round(get.postgresUs)} |
${rows(STATEMENT_AREAS, 'statements')}

V8 looks at the main thread each 250 µs. A sample counts for the innermost frame that belongs to an area: what Node does for a module
counts for the module. The lines of PostgreSQL are planning and execution by \`pg_stat_statements\`, with their waits for locks and
disk, so they do not add up to the CPU; reading, parsing and answering messages stand in neither. Requests of the same
moment share statements and transactions: the lines are the sum of all, by request.
`;
}
