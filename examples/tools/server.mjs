// A server for tools of agents: it verifies the signature and answers. See docs/tools.md.
import { createServer } from 'node:http';
import { createHmac, timingSafeEqual } from 'node:crypto';

const { TOOL_SECRET = '', PORT = '4000' } = process.env;
const ORDERS = { 4711: { status: 'shipped', day: 'Friday' } };

function isSigned({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(time)) > 300) return false;
  const key = Buffer.from(TOOL_SECRET.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  return signatures.split(' ').some((one) => {
    const sent = Buffer.from(one.replace('v1,', ''), 'base64');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

/** An empty object for what is none: a GET has no body. */
function objectOf(body) {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // Joined first: a piece may end within a letter.
  const body = Buffer.concat(chunks).toString();
  const answer = (status, value) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  if (!isSigned(request, body)) return answer(401, { error: 'The signature is wrong.' });
  const { arguments: sent, call } = objectOf(body);
  const order = Object(sent).order_id ?? 4711;
  const whose = call ? (call.phone_number ?? 'a voice test') : 'a try';
  console.log(`${request.headers['idempotency-key']}: order ${order} for ${whose}`);
  answer(200, ORDERS[order] ?? { status: 'unknown' });
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Tools at http://127.0.0.1:${PORT}`));
