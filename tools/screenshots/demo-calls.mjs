import { setTimeout as sleep } from 'node:timers/promises';

/** Who is called, and by the last four digits what the simulated network does. */
const CONTACTS = [
  ['Rohan Sharma', '0001'],
  ['प्रिया नायर', '0001'],
  ['Sneha Kulkarni', '0003'],
  ['Arjun Mehta', '0001'],
  ['Fatima Sheikh', '0005'],
  ['Vikram Rao', '0002'],
  ['Ananya Iyer', '0001'],
  ['Karthik S', '0004'],
  ['Divya Menon', '0001'],
  ['Imran Qureshi', '0003'],
  ['Lakshmi Pillai', '0001'],
  ['Aditya Verma', '0001'],
];
const FINAL = ['completed', 'no_answer', 'busy', 'failed', 'canceled', 'expired'];

const ROWS = [
  'Mobile No.,Student name,course,City',
  '9876511001,Kabir Anand,B.Com,Pune',
  '0091 98765 11002,मीरा देशपांडे,B.Sc,Nagpur',
  '+91 98765-11003,Sana Khan,BBA,Mumbai',
  '9876511001,Kabir A.,B.Com,Pune',
  '12345,Wrong Number,BBA,Thane',
  '09876511004,Joseph Thomas,B.Com,Kochi',
];

/** A file as people upload it, with rows that are skipped. */
export const CONTACTS_FILE = {
  name: 'Admissions November.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(ROWS.join('\r\n')),
};

/** Gives the demo agent what people set; returns its id. */
export async function demoAgent(origin, key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const { agent_id } = await (await fetch(`${origin}/v1/settings/default-agent`, { headers })).json();
  const body = JSON.stringify({
    keyterms: ['B.Com', 'hostel'],
    pronunciations: [{ text: 'B.Com', say: 'bee com' }],
    max_call_minutes: 8,
  });
  const answer = await fetch(`${origin}/v1/agents/${agent_id}`, { method: 'PATCH', headers, body });
  if (!answer.ok) throw new Error(`PATCH /v1/agents: ${await answer.text()}`);
  return agent_id;
}

/** Queues a batch and waits until most of it is over; returns its id. */
export async function queueDemoBatch(origin, key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const calls = Array.from({ length: 40 }, (_, at) => ({
    phone_number: `+9198766${String(at).padStart(2, '0')}${['0001', '0002', '0003', '0001'][at % 4]}`,
  }));
  const body = JSON.stringify({ name: 'Open day, October', test: true, calls });
  const answer = await fetch(`${origin}/v1/batches`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`POST /v1/batches: ${await answer.text()}`);
  const { id } = await answer.json();
  for (;;) {
    const { finished } = await (await fetch(`${origin}/v1/batches/${id}`, { headers })).json();
    if (finished >= 30) return id;
    await sleep(500);
  }
}

/** Queues the calls and waits for their ends; the id of one that has an outcome. */
export async function queueDemoCalls(origin, key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const ids = [];
  for (const [place, [name, ending]] of CONTACTS.entries()) {
    const body = {
      phone_number: `+91987${String(600 + place)}${ending}`,
      contact: { name, external_id: `lead-${120 + place}` },
      metadata: { source: place % 2 === 0 ? 'website' : 'fair' },
    };
    const answer = await fetch(`${origin}/v1/calls`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST /v1/calls: ${await answer.text()}`);
    ids.push((await answer.json()).id);
  }
  for (;;) {
    const { data } = await (await fetch(`${origin}/v1/calls?limit=100`, { headers })).json();
    const isOver = data.every(
      ({ status, outcome }) => FINAL.includes(status) && (status !== 'completed' || outcome),
    );
    if (isOver) {
      const { id } =
        data.find(({ outcome }) => outcome && outcome.lead_rating >= 7) ??
        data.find(({ outcome }) => outcome);
      // One more, which waits.
      const tomorrow = new Date(Date.now() + 20 * 3_600_000).toISOString();
      const body = {
        phone_number: '+919876500001',
        contact: { name: 'Neha Joshi' },
        scheduled_for: tomorrow,
      };
      await fetch(`${origin}/v1/calls`, { method: 'POST', headers, body: JSON.stringify(body) });
      return id;
    }
    await sleep(500);
  }
}
