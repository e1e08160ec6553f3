import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../../lib/process-figures.mjs';
import { Softphone } from '../../lib/softphone.mjs';
import { clockOf, p99Between } from '../live/clock.mjs';
import { startRingingPhone, RINGING_PHONE } from '../registrar/ringing-phone.mjs';
import { RegistrarDriver } from '../registrar/registrar-driver.mjs';
import { flood } from '../registrar/flood.mjs';
import { percentilesMs, round } from '../server-load.mjs';
import { writeTone } from '../spoken-driver.mjs';

const GOAL = { setUpMs: 5_000, ringMs: 100, corePercent: 2, laterMs: 1 };
/** Each phone refreshes its registration once in that time. */
const REFRESH_MS = 60_000;
const CALLS = 10;
/** Words of each call, for longer than it is measured. */
const SAYINGS = 60;

/** Softphones that register with the service: how soon one rings, what many cost, and what a flood of wrong passwords does. */
export default {
  name: 'registrar',
  work: 'Trial phone: from "Set up" to a ringing softphone; from "Ring" to the INVITE. Registrar: CPU of 1,000 registrations, each refreshed every 60 s; 10,000 wrong passwords in 10 s beside running calls: p99 of the 20 ms clock, good phones refused',
  against: '–; –; the service before they were set up; the same calls without, in turn',
  goal: `p95 ≤ ${GOAL.setUpMs} ms; p95 ≤ ${GOAL.ringMs} ms; ≤ ${GOAL.corePercent} % of a core; at most ${GOAL.laterMs} ms later, none refused`,
  reached: ({ setUp, ring, registrations, flood: { laterMs, refused, unanswered } }) =>
    setUp.p95Ms <= GOAL.setUpMs &&
    ring.p95Ms <= GOAL.ringMs &&
    registrations.corePercent <= GOAL.corePercent &&
    laterMs <= GOAL.laterMs &&
    refused === 0 &&
    unanswered === 0,
  async run({ quick }) {
    const driver = await RegistrarDriver.start();
    try {
      const setUp = await setUpTimes(driver, quick ? 2 : 20);
      const ring = await ringTimes(driver, quick ? 5 : 40);
      const flooded = await floodBesideCalls(driver, quick);
      const registrations = await cpuOfRegistrations(driver, quick);
      return { setUp, ring, registrations, flood: flooded };
    } finally {
      await driver.stop();
    }
  },
};

/** From the press of "Set up" to a ringing softphone, which is started then; the page rings it as soon as it shows it. */
async function setUpTimes(driver, rounds) {
  const times = [];
  for (let at = 0; at < rounds; at++) {
    const began = performance.now();
    const account = await driver.setUp();
    const phone = await startRingingPhone(join(driver.folder, `phone-${at}`), account);
    try {
      await driver.registered();
      const { id } = await driver.ring();
      await phone.rings;
      times.push(performance.now() - began);
      await phone.stop();
      await driver.over(id);
    } finally {
      await phone.stop();
    }
    await driver.console('DELETE', '');
  }
  return { by: RINGING_PHONE, ...percentilesMs(times, 50, 95) };
}

/** From the press of "Ring my softphone" to the INVITE at a softphone that is busy. */
async function ringTimes(driver, count) {
  const phone = await driver.phone(await driver.setUp());
  await registerOrThrow(phone);
  await driver.registered();
  const times = [];
  // The first ones compile code.
  for (let at = -3; at < count; at++) {
    const began = performance.now();
    const { id } = await driver.ring();
    await driver.over(id);
    if (at >= 0) times.push(phone.rungAt.at(-1) - began);
  }
  if (phone.rungAt.length !== count + 3) throw new Error('rings were lost');
  phone.close();
  return percentilesMs(times, 50, 95);
}

/** The clock of running calls in windows with and without the flood, in turn. */
async function floodBesideCalls(driver, quick) {
  const [seconds, rounds] = quick ? [4, 1] : [10, 3];
  const tone = join(driver.folder, 'tone.wav');
  await writeTone(tone, 800);
  const phone = await Softphone.listening(...Array.from({ length: SAYINGS }, () => ['--say', tone]).flat());
  const phones = await driver.phones(40);
  await driver.call(phone.address, CALLS);
  while (phone.all('answered').length < CALLS) await sleep(100);
  await sleep(3_000);
  const windows = { without: [], with: [] };
  const totals = { sent: 0, seconds: 0, forbidden: 0, good: 0, refused: 0, unanswered: 0 };
  for (let at = 0; at < rounds; at++) {
    for (const which of ['without', 'with']) {
      const before = await clockOf(driver.origin);
      if (which === 'without') await sleep(seconds * 1_000);
      else {
        const began = performance.now();
        const came = await flood(driver, { phones, seconds, wrong: 1_000 * seconds });
        totals.seconds += round((performance.now() - began) / 1_000);
        for (const [name, count] of Object.entries(came)) totals[name] += count;
      }
      windows[which].push({ before, after: await clockOf(driver.origin) });
    }
  }
  if (phone.all('ended').length > 0) throw new Error('calls ended while they were measured');
  await phone.stop();
  for (const one of phones) one.close();
  const [without, withFlood] = [p99Between(windows.without), p99Between(windows.with)];
  return {
    ...totals,
    p99Ms: round(without),
    floodedP99Ms: round(withFlood),
    laterMs: round(withFlood - without),
  };
}

/** CPU of the process while phones refresh, beyond that before they were set up. */
async function cpuOfRegistrations(driver, quick) {
  const [count, refreshMs] = quick ? [200, REFRESH_MS / 5] : [1_000, REFRESH_MS];
  const windowMs = quick ? 6_000 : 60_000;
  await sleep(quick ? 1_000 : 10_000);
  const idle = await coreShare(driver.pid, windowMs / 2);
  const phones = await driver.phones(count);
  const setUp = await coreShare(driver.pid, windowMs / 2);
  let [isOver, refused] = [false, 0];
  const refreshes = phones.map(async (phone, at) => {
    await sleep((at / count) * refreshMs);
    while (!isOver) {
      if ((await phone.register()) !== 200) refused += 1;
      for (const end = performance.now() + refreshMs; !isOver && performance.now() < end;) await sleep(500);
    }
    phone.close();
  });
  await sleep(refreshMs + 2_000);
  const registered = await coreShare(driver.pid, windowMs);
  isOver = true;
  await Promise.all(refreshes);
  if (refused > 0) throw new Error(`${refused} registrations were refused`);
  return {
    phones: count,
    refreshSeconds: refreshMs / 1_000,
    idlePercent: round(idle),
    setUpPercent: round(setUp),
    registeredPercent: round(registered),
    corePercent: round(registered - idle),
  };
}

/** Percent of a core. */
async function coreShare(pid, ms) {
  const [before, began] = [cpuSeconds(pid), performance.now()];
  await sleep(ms);
  return (100 * (cpuSeconds(pid) - before)) / ((performance.now() - began) / 1_000);
}

async function registerOrThrow(phone) {
  const status = await phone.register();
  if (status !== 200) throw new Error(`the softphone could not register: ${status}`);
}
