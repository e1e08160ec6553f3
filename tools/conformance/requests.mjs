import { NOWHERE } from './world.mjs';

const NOBODY = '01kaf5v7m2q9x3t8w4z6c1b0dn';
const TEXT = { opening_line: 'Namaste {{contact_name}}.', system_prompt: 'Ask one question at a time.' };

/**
 * Requests by operation and by the status that each must be answered with. `{path, query, headers, body, key}`; the path
 * holds what stands in for the parameter.
 */
export function requests(w) {
  return {
    ...ofProcess(),
    ...ofDoNotCall(w),
    ...ofAgents(w),
    ...ofWebhook(w),
    ...ofBatches(w),
    ...ofCalls(w),
    ...ofCounsellors(w),
    ...ofCredits(w),
    ...ofHumanCalls(w),
    ...ofRecordings(w),
  };
}

const list = (query) => ({
  200: [{ query: { limit: '2', ...query } }, {}],
  400: [{ query: { limit: '0' } }],
});
const withId = (id, prefix, more = {}) => ({
  200: [{ path: id }],
  404: [{ path: `${prefix}_${NOBODY}`, ...(more[200]?.[0]?.body && { body: more[200][0].body }) }],
  ...more,
});
const again = (w, body, other) => [
  { headers: { 'Idempotency-Key': w.usedKey }, body: { ...body, ...other } },
];
const agentOf = (agent_id) => ({ agent_id });
const rows = (w) => [{ phone_number: w.number() }];

function ofProcess() {
  return {
    'GET /health/live': { 200: [{}] },
    'GET /health/ready': { 200: [{}], 503: [{}] },
    'GET /metrics': { 200: [{}] },
  };
}

function ofDoNotCall(w) {
  return {
    'GET /v1/do-not-call': list({ starting_after: w.blocked }),
    'PUT /v1/do-not-call/{number}': { 200: [{ path: w.blocked }], 400: [{ path: '12' }] },
    'DELETE /v1/do-not-call/{number}': {
      200: [{ path: w.unblocked }],
      404: [{ path: w.number() }],
    },
  };
}

function ofAgents(w) {
  return {
    'POST /v1/agents': {
      200: again(w, w.firstAgent),
      201: [{ body: { name: 'Made by an example', ...TEXT } }],
      400: [{ body: { name: '', ...TEXT } }],
      409: [{ body: { name: 'judged', ...TEXT } }, ...again(w, w.firstAgent, { pace: 1.5 })],
      422: [
        { body: { name: 'a', ...TEXT, tts_model: 'none' } },
        { body: { name: 'b', ...TEXT, language: 'klingon' } },
        { body: { name: 'c', ...TEXT, voice: 'nobody' } },
        { body: { name: 'd', ...TEXT, booking_page_id: `bpage_${NOBODY}` } },
        { body: { name: 'e', ...TEXT, send_rules: [{ action_type: 'none' }] } },
      ],
    },
    'GET /v1/agents': { 200: [{}] },
    'GET /v1/agents/{id}': withId(w.agent.id, 'agent'),
    'PATCH /v1/agents/{id}': withId(w.agent.id, 'agent', {
      200: [
        { path: w.agent.id, body: { pace: 1.2 } },
        { path: w.agent.id, headers: { 'If-Match': '*' }, body: { pace: null } },
      ],
      400: [{ path: w.agent.id, body: { pace: 9 } }],
      409: [
        { path: w.agent.id, body: { name: 'DISABLED' } },
        { path: w.agent.id, headers: { 'If-Match': '2020-01-01T00:00:00Z' }, body: { pace: 1 } },
      ],
      422: [{ path: w.agent.id, body: { tts_model: 'none' } }],
    }),
    'POST /v1/agents/{id}/disable': withId(w.toDisable.id, 'agent'),
    'GET /v1/settings/default-agent': { 200: [{}] },
    'PUT /v1/settings/default-agent': {
      200: [{ body: agentOf(w.agent.id) }],
      400: [{ body: agentOf('') }],
      404: [{ body: agentOf(`agent_${NOBODY}`) }],
      409: [{ body: agentOf(w.disabled.id) }, { body: agentOf(w.inbound.id) }],
    },
    'GET /v1/voices': { 200: [{ query: { tts_model: 'google', language: 'hindi' } }, {}] },
  };
}

function ofWebhook(w) {
  return {
    'GET /v1/webhook': { 200: [{}], 404: [{ key: w.poor.key }] },
    'PUT /v1/webhook': { 200: [{ body: { url: NOWHERE } }], 400: [{ body: { url: 'https://127.0.0.1/' } }] },
    'DELETE /v1/webhook': { 200: [{ key: w.still.key }], 404: [{ key: w.poor.key }] },
    'POST /v1/webhook/rotate-secret': {
      200: [{ body: { previous_valid_for_seconds: 60 } }],
      400: [{ body: { previous_valid_for_seconds: -1 } }],
      404: [{ body: {}, key: w.poor.key }],
    },
    'POST /v1/webhook/test': { 200: [{}], 404: [{ key: w.poor.key }] },
    'GET /v1/webhook/deliveries': list({
      event_id: w.event,
      call_id: w.call.id,
      starting_after: w.delivery.id,
    }),
    'POST /v1/webhook/deliveries/{event_id}/redeliver': withId(w.event, 'evt'),
  };
}

function ofBatches(w) {
  return {
    'POST /v1/batches': {
      200: [
        { body: { name: 'Judged', agent_id: w.agent.id, calls: rows(w) } },
        { body: { dry_run: true, calls: rows(w) } },
        { body: { calls: [...rows(w), { phone_number: w.blocked }] } },
      ],
      400: [{ body: { calls: [] } }],
      402: [{ body: { calls: rows(w) }, key: w.poor.key }],
      404: [{ body: { agent_id: `agent_${NOBODY}`, calls: rows(w) } }],
      409: [
        { body: { agent_id: w.disabled.id, calls: rows(w) } },
        { body: { agent_id: w.inbound.id, calls: rows(w) } },
      ],
    },
    'GET /v1/batches': list({ starting_after: w.batch.id }),
    'GET /v1/batches/{id}': withId(w.batch.id, 'batch'),
    'POST /v1/batches/{id}/cancel': withId(w.batchToCancel.id, 'batch'),
  };
}

function ofCalls(w) {
  return {
    'POST /v1/calls': {
      200: [
        { body: { phone_number: w.number(), test: true, contact: { name: 'Rohan' }, metadata: { row: 3 } } },
        { body: { phone_number: w.number(), agent_id: w.agent.id, scheduled_for: w.tomorrow } },
      ],
      400: [{ body: { phone_number: '12' } }],
      402: [{ body: { phone_number: w.number() }, key: w.poor.key }],
      404: [{ body: { phone_number: w.number(), agent_id: `agent_${NOBODY}` } }],
      409: [
        { body: { phone_number: w.blocked } },
        { body: { phone_number: w.waiting.phone_number } },
        { body: { phone_number: w.number(), agent_id: w.disabled.id } },
        { body: { phone_number: w.number(), agent_id: w.inbound.id } },
      ],
    },
    'GET /v1/calls': list({
      status: 'completed',
      test: 'true',
      direction: 'outbound',
      starting_after: w.call.id,
    }),
    'GET /v1/numbers': { 200: [{}] },
    'GET /v1/calls/{id}': withId(w.call.id, 'call'),
    'GET /v1/calls/{id}/timeline': withId(w.call.id, 'call'),
    'POST /v1/calls/{id}/cancel': withId(w.toCancel.id, 'call', { 409: [{ path: w.call.id }] }),
  };
}

function ofCounsellors(w) {
  return {
    'POST /v1/counsellors': {
      200: [{ body: { name: 'Mira', email: 'mira@conformance.invalid', mobile_number: w.number() } }],
      400: [{ body: { name: 'Mira', email: 'mira' } }],
      403: [{ body: { name: 'Admin', email: w.adminEmail } }],
      409: [
        { body: { name: 'Poor', email: w.poorCounsellor.email } },
        { body: { name: 'Zoya', email: 'again@conformance.invalid', carrier_extension: '1002' } },
      ],
    },
    'GET /v1/counsellors': { 200: [{}] },
    'GET /v1/counsellors/{id}': withId(w.counsellor.id, 'csl'),
    'PATCH /v1/counsellors/{id}': withId(w.counsellor.id, 'csl', {
      200: [{ path: w.counsellor.id, body: { name: 'Kabir Rao' } }],
      400: [{ path: w.counsellor.id, body: { name: '' } }],
      403: [{ path: w.both.id, body: { name: 'Somebody' } }],
      409: [{ path: w.counsellor.id, body: { carrier_extension: '1002' } }],
    }),
    'DELETE /v1/counsellors/{id}': withId(w.leaving.id, 'csl', { 403: [{ path: w.both.id }] }),
  };
}

function ofCredits(w) {
  return {
    'GET /v1/credits': { 200: [{}] },
    'GET /v1/credits/transactions': list({ starting_after: w.transaction.id }),
  };
}

function ofHumanCalls(w) {
  return {
    'POST /v1/human-calls': {
      200: again(w, w.firstHuman),
      201: [{ body: { phone_number: w.number(), counsellor_id: w.other.id, analyze: true } }],
      400: [{ body: { phone_number: w.number() } }],
      402: [{ body: { phone_number: w.number(), counsellor_id: w.poorCounsellor.id }, key: w.poor.key }],
      404: [{ body: { phone_number: w.number(), counsellor_id: `csl_${NOBODY}` } }],
      409: [
        { body: { phone_number: w.blocked, counsellor_id: w.counsellor.id } },
        { body: { phone_number: w.number(), counsellor_id: w.unreachable.id } },
      ],
    },
    'GET /v1/human-calls': list({ status: 'completed', starting_after: w.human.id }),
    'GET /v1/human-calls/{id}': withId(w.human.id, 'hcall'),
    'POST /v1/human-calls/{id}/cancel': withId(w.humanToCancel.id, 'hcall', {
      200: [{ path: w.humanToCancel.id, key: w.still.key }],
      409: [{ path: w.human.id }],
    }),
    'PUT /v1/human-calls/{id}/disposition': withId(w.human.id, 'hcall', {
      200: [{ path: w.human.id, body: { label: 'Interested', note: 'Send it.' } }],
      400: [{ path: w.human.id, body: { label: '' } }],
    }),
  };
}

function ofRecordings(w) {
  return {
    'GET /recordings/{link}': {
      200: [{ path: w.recording }],
      206: [{ path: w.recording, headers: { Range: 'bytes=0-99' } }],
      404: [{ path: `call_${NOBODY}.1795252581.Zm9yIGV4YW1wbGU` }],
    },
  };
}
