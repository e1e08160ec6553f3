import { setTimeout as sleep } from 'node:timers/promises';

/** As many wrong passwords as an address may send before it is dropped. */
const EACH = 10;
/** Between those of one address: a new REGISTER more often is dropped. */
const BETWEEN_MS = 110;
const WRONG = 'not the right password';
/** Each n-th address tries the user of a good phone. */
const TRIES_A_USER = 20;
const REFRESH_MS = 500;

/**
 * Wrong passwords from many addresses while good phones register and refresh: no address sends more than the service checks,
 * so that each costs it the most. One good phone's user is among those that are tried.
 *
 * @param {import('./registrar-driver.mjs').RegistrarDriver} driver
 * @param {{phones: import('./phone.mjs').RegisteringPhone[], seconds: number, wrong: number}} options
 * @returns {Promise<{sent: number, forbidden: number, good: number, refused: number, unanswered: number}>} `good`: registrations
 * of good phones
 */
export async function flood(driver, { phones, seconds, wrong }) {
  const [first, ...others] = phones;
  // The tried user is known by the address of its phone.
  const came = { sent: 0, forbidden: 0, good: 0, refused: 0, unanswered: 0 };
  const register = async (phone) => {
    const status = await phone.register();
    came.good += 1;
    if (status === null) came.unanswered += 1;
    else if (status !== 200) came.refused += 1;
  };
  await register(first);
  let isOver = false;
  const addresses = Math.round(wrong / EACH);
  const lastMs = EACH * BETWEEN_MS;
  const attacks = Array.from({ length: addresses }, async (_, at) => {
    await sleep((at / addresses) * (1_000 * seconds - lastMs));
    const username = at % TRIES_A_USER === 0 ? first.username : `trial-${at}`;
    const attacker = await driver.phone({ username, password: WRONG });
    const responses = [];
    for (let sent = 0; sent < EACH; sent++) {
      responses.push(attacker.register({ retransmits: false }));
      await sleep(BETWEEN_MS);
    }
    const statuses = await Promise.all(responses);
    came.sent += EACH;
    came.forbidden += statuses.filter((status) => status === 403).length;
    attacker.close();
  });
  const good = phones.map(async (phone, at) => {
    // Others come for the first time in the midst of it.
    if (phone !== first) await sleep(((at - 1) / others.length) * (1_000 * seconds - lastMs));
    while (!isOver) {
      await register(phone);
      await sleep(REFRESH_MS);
    }
  });
  await Promise.all(attacks);
  isOver = true;
  await Promise.all(good);
  return came;
}
