import { callBody } from './server-load.mjs';

/** Sends requests to a service, each with the next key. */
export function sender(server, key) {
  return async (method, path, body) => {
    const answer = await fetch(`${server.origin}/v1${path}`, {
      method,
      headers: { 'x-api-key': key(), ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
}

/**
 * One call on an idle service, until it is over: its id, and the milliseconds from the answer to the dial. The answer
 * leaves after the commit, so a dial may be earlier than the answer's arrival.
 */
export async function idleCall(driver, send, agentId, at) {
  const body = { ...callBody(agentId, at), phone_number: `+9198${String(1_000 + at)}0002` };
  const { id } = await send('POST', '/calls', body);
  const accepted = Date.now();
  await driver.until('SELECT finished_at IS NOT NULL AS done FROM calls WHERE id = $1', [id]);
  const [{ dialed }] = await driver.sql('SELECT dialed_at AS dialed FROM calls WHERE id = $1', [id]);
  return { id, dialMs: Math.max(0, dialed.getTime() - accepted) };
}
