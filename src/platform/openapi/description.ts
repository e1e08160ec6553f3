import { RATE_LIMIT } from '../http/rate-limit/sliding-log';
import { SCOPE_ALLOWS } from '../http/scopes';

export const API_TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Calls', 'One AI call per request; read, list and cancel them.'],
  ['Batches', 'Groups of calls queued together; progress is read as counts per call status.'],
  [
    'Agents',
    "AI agents (script, voice, language, limits); create, update, list, turn off, and choose the account's default agent.",
  ],
  ['Numbers', "The account's own numbers: contacts see them, and agents answer calls to them."],
  ['Human calls', 'The service rings a counsellor first, then connects the contact.'],
  ['Counsellors', 'People who take human calls; add, read, update, deactivate.'],
  ['Tools', 'What agents look up and do in a talk, by requests to your servers.'],
  ['Credits', 'Calls and analysis are charged to account credits.'],
  ['Webhook', 'One HTTPS endpoint per account receives the result of each call.'],
  ['Do not call', 'Numbers that must not be called.'],
  ['Recordings', 'What was said, behind temporary links.'],
  ['Health', 'For whoever runs the service; no key is asked for.'],
];

export const API_DESCRIPTION = `\
Places AI phone calls to contacts, connects human counsellors to contacts, and returns each call's outcome.

All data belongs to one account, identified by the API key. Bodies are JSON (\`Content-Type: application/json\`), times are \
ISO 8601, unknown fields and parameters are refused.

### Requests

- Ids are a prefix and a time-ordered part in lower-case letters and digits: \`agent_\`, \`call_\`, \`batch_\`, \`hcall_\`, \
\`csl_\`, \`evt_\`, \`dlv_\`, \`txn_\`, \`bpage_\`, \`tool_\`, \`tinv_\`, \`req_\`. Times are answered in UTC with milliseconds; one that is sent needs an \
offset or Z.
- A body has at most 1 MiB (POST /batches 16 MiB) of UTF-8 JSON with \`Content-Type: application/json\`, not compressed. \
Operations without a body accept none, an empty one or \`{}\`.
- In a POST, null for an optional field equals leaving it out. In a PATCH null clears a nullable field and is 400 for others.
- Lengths count Unicode code points; names and e-mails are trimmed first. NUL and lone surrogates are refused.
- A parameter that is sent twice is refused. HEAD is GET without the body; every answer has \`Cache-Control: no-store\`; a \
trailing slash is another path; there are no CORS headers, since keys are for servers.
- Lists have \`object\`, \`data\` and \`has_more\`; paged ones are newest first and go on with \`starting_after\`.
- Checks come in this order: path, method, key, rate, scope, content type and syntax, fields (every one with a problem is \
named at once in \`details.errors\`), Idempotency-Key, the resource, its state, credits.

### Authentication

Send the API key in \`X-API-Key\`, or as \`Authorization: Bearer\`; from a server only. A key has scopes, and each operation \
names the one it needs:

${Object.entries(SCOPE_ALLOWS)
  .map(([scope, allows]) => `- \`${scope}\`: ${allows}`)
  .join('\n')}

### Errors

Every error has the same envelope: \`error\` with a stable \`code\` to branch on, a \`message\` for people, the \
\`request_id\` (also in \`X-Request-Id\`), and \`details\` where the code has more to tell. Retry 429, 500 and 503 with \
exponential backoff (1 s, 2 s, 4 s, up to a minute); other 4xx errors fail again until the request changes. An unknown path \
is 404 \`not_found\`, another method 405 \`method_not_allowed\` with \`Allow\`.

### Retrying safely

With an \`Idempotency-Key\` the same request within 24 hours returns what the first one made, with \
\`idempotent_replay: true\`.

### Limits

${RATE_LIMIT.max} requests in any rolling minute for each key; beyond it 429 \`rate_limited\` with \`Retry-After\`. Counts requests, not \
calls. Poll a batch every 30 to 60 seconds rather than each call, or better: set a webhook.

### Events

One webhook endpoint per account receives every event (the webhooks of this document), signed by Standard Webhooks \
1.0: \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. An event may be delivered more than once, always with the \
same id (also in \`Service-Event-Id\`). A failed delivery is retried after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours.
`;
