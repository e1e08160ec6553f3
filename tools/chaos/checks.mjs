const FINAL = new Set(['completed', 'no_answer', 'busy', 'failed', 'canceled', 'expired']);

/**
 * After the last fault every call must be final within the first time, and its event must have arrived within the
 * second.
 */
export const FINAL_WITHIN_MS = 30_000;
export const ARRIVED_WITHIN_MS = 60_000;

/** A leg that the network began though its call was over already is hung up within this time. */
const STRAY_HUNG_UP_WITHIN_MS = 10_000;

/**
 * The promises, checked from outside: what clients were answered, what the network was asked, what the receiver got, and
 * what the API shows afterwards. Each is `{name, count, failures}`.
 */
export function check(run) {
  const { load, client, shown, audit, left, driver } = run;
  const calls = new Map(shown.calls.map((call) => [call.id, call]));
  const humans = new Map(shown.humanCalls.map((call) => [call.id, call]));
  const legs = run.record.legs.map((leg) => ({ ...leg, callId: leg.reference.replace(/\.\d+$/, '') }));
  const seen = { ...run, calls, humans, legs };
  return [
    ...promisesOfCalls(seen),
    ...promisesOfEvents(seen),
    ...promisesOfLegs(seen),
    promise('never more legs than lines', load.accounts, (account) =>
      tooMany(account, legs, calls, humans, load),
    ),
    promise('the ledger equals the calls and never went below zero', load.accounts, (account) =>
      ledger(account, shown.credits.get(account), calls, humans, load),
    ),
    promise('nothing is reserved, leased or pending', Object.entries(left), ([what, count]) =>
      count === 0 ? null : `${what}: ${count}`,
    ),
    {
      name: 'no answer that must not be',
      count: client.answers.size,
      failures: [...client.wrong, ...load.broken],
    },
    promise('no process ended by itself', driver.processes, ({ diedByItself }) => diedByItself),
    ...audit.checks.map(({ name, count, failures }) => ({ name: `audit: ${name}`, count, failures })),
  ];
}

/** `broken` returns what is wrong with an item, or null. */
/** A check: each item for which `broken` returns a text is a failure. */
export function promise(name, items, broken) {
  return { name, count: items.length, failures: items.flatMap((item) => broken(item) ?? []) };
}

function promisesOfCalls({ load, calls, humans, legs }) {
  const acknowledged = new Set([...load.calls, ...load.humanCalls].map(({ id }) => id));
  return [
    promise('every acknowledged call exists', load.calls, ({ id, number }) =>
      calls.get(id)?.phone_number === number ? null : `${id} ${number}`,
    ),
    promise('every acknowledged human call exists', load.humanCalls, ({ id }) =>
      humans.has(id) ? null : id,
    ),
    promise(
      'no call exists that nobody acknowledged (a second one for a key)',
      [...calls.keys(), ...humans.keys()],
      (id) => (acknowledged.has(id) ? null : id),
    ),
    promise('every call is final', [...calls.values(), ...humans.values()], ({ id, status }) =>
      FINAL.has(status) ? null : `${id} is ${status}`,
    ),
    promise('a canceled call never rang', [...load.canceled], (id) =>
      calls.get(id)?.status === 'canceled' && !legs.some((leg) => leg.callId === id && rang(leg)) ? null : id,
    ),
  ];
}

function promisesOfEvents({ load, receiver, calls, humans }) {
  return [
    promise('exactly one event id at the receiver for each call', [...calls.values()], ({ id }) => {
      const events = [...(receiver.events.get(id)?.keys() ?? [])];
      return events.length === 1 ? null : `${id}: ${events.length} (${events.join(' ')})`;
    }),
    promise(
      'one analysis_ready for each analysed human call, none for others',
      load.humanCalls,
      ({ id, analyze }) => {
        const events = [...(receiver.events.get(id)?.values() ?? [])];
        return events.length === (analyze ? 1 : 0) ? null : `${id}: ${events.length}`;
      },
    ),
    promise(
      'the event tells what the API shows, in the same bytes each time',
      [...receiver.events],
      ([id, events]) =>
        [...events].flatMap(([eventId, { type, status, idInBody, bodiesDiffer }]) => {
          const call = calls.get(id) ?? humans.get(id);
          const due = id.startsWith('hcall_')
            ? 'human_call.analysis_ready'
            : status === 'completed'
              ? 'call.completed'
              : 'call.not_connected';
          const right = call?.status === status && type === due && idInBody === eventId && !bodiesDiffer;
          return right ? [] : [`${eventId} of ${id}: ${type} ${status}, the call is ${call?.status}`];
        }),
    ),
    promise('every delivery was signed', [...receiver.deliveries.keys(), ...receiver.badSignatures], (id) =>
      receiver.badSignatures.includes(id) ? id : null,
    ),
  ];
}

function promisesOfLegs({ legs, calls, humans }) {
  return [
    promise('asked at most once for an attempt', legs, ({ reference, orders }) =>
      orders.length === 1 ? null : `${reference}: ${orders.length} times`,
    ),
    promise('no call rang twice', groups(legs.filter(rang), 'callId'), ([id, ofCall]) =>
      ofCall.length === 1 ? null : `${id}: ${ofCall.map(({ reference }) => reference).join(' ')}`,
    ),
    promise('only calls that exist were dialed', legs, ({ callId }) =>
      calls.has(callId) || humans.has(callId) ? null : callId,
    ),
    promise('every leg is over', legs.filter(rang), (leg) => (endOf(leg) === null ? leg.reference : null)),
    promise(
      'a leg for a call that was over already was hung up at once',
      legs.filter((leg) => leg.late && rang(leg)),
      (leg) =>
        leg.hungUpAt !== null && leg.hungUpAt - leg.orders[0] < STRAY_HUNG_UP_WITHIN_MS
          ? null
          : leg.reference,
    ),
  ];
}

function rang({ answer }) {
  return answer === 'accepted' || answer === null;
}

/** When a leg was over: as the network says, or when it was hung up; null while it goes on. */
function endOf({ endedAt, hungUpAt }) {
  return endedAt ?? hungUpAt;
}

function groups(items, key) {
  const found = new Map();
  for (const item of items) found.set(item[key], [...(found.get(item[key]) ?? []), item]);
  return [...found];
}

/** Moments at which the network had more legs of an account than it has lines. Test calls have ten separate lines. */
function tooMany(account, legs, calls, humans, load) {
  const own = new Map([...load.calls, ...load.humanCalls].map((call) => [call.id, call]));
  const failures = [];
  for (const [kind, lines] of [
    ['real', account.lines],
    ['test', 10],
  ]) {
    const moves = legs
      .filter((leg) => rang(leg) && own.get(leg.callId)?.account === account)
      .filter((leg) => (own.get(leg.callId).kind === 'test') === (kind === 'test'))
      .flatMap((leg) => [
        [leg.orders[0], 1],
        [endOf(leg) ?? Infinity, -1],
      ])
      .sort(([a, x], [b, y]) => a - b || x - y);
    let used = 0;
    let most = 0;
    for (const [, step] of moves) most = Math.max(most, (used += step));
    if (most > lines) failures.push(`${account.name}, ${kind} calls: ${most} legs on ${lines} lines`);
  }
  return failures;
}

/** What the ledger and the calls disagree about. Amounts in ten-thousandths, as the service counts. */
function ledger(account, { credits, entries }, calls, humans, load) {
  const failures = [];
  const units = (amount) => Math.round(amount * 10_000);
  const sum = entries.reduce((total, { amount }) => total + units(amount), 0);
  if (sum !== units(credits.balance))
    failures.push(`${account.name}: entries ${sum}, balance ${credits.balance}`);
  if (credits.reserved !== 0) failures.push(`${account.name}: ${credits.reserved} reserved`);
  for (const { id, balance_after } of entries)
    if (balance_after < 0) failures.push(`${id}: ${balance_after}`);
  const charges = new Map();
  for (const { type, call_id, amount } of entries.filter((entry) => entry.call_id !== null)) {
    const key = `${type} ${call_id}`;
    if (charges.has(key)) failures.push(`${key} charged twice`);
    charges.set(key, units(-amount));
  }
  const own = new Set(
    [...load.calls, ...load.humanCalls].filter((call) => call.account === account).map(({ id }) => id),
  );
  for (const call of [...calls.values()].filter(({ id }) => own.has(id))) {
    const minutes = Math.max(1, Math.ceil(call.duration_seconds / 60));
    const price =
      !call.test && call.status === 'completed' ? minutes * units(credits.rates.ai_call.google) : 0;
    const charged = charges.get(`ai_call ${call.id}`) ?? 0;
    if (charged !== price) failures.push(`${call.id}: charged ${charged}, price ${price}`);
  }
  for (const call of [...humans.values()].filter(({ id }) => own.has(id))) {
    const charged = charges.get(`human_call ${call.id}`) ?? 0;
    if (charged !== units(call.cost?.credits ?? 0)) failures.push(`${call.id}: charged ${charged}`);
  }
  const topUps = entries.filter(({ type }) => type === 'top_up').length - 1;
  const sure = account.topUps.filter((topUp) => topUp.sure).length;
  if (topUps < sure || topUps > account.topUps.length)
    failures.push(`${account.name}: ${topUps} top-ups, ${sure} sure`);
  return failures;
}
