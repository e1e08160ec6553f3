/**
 * Carries packets between two tun devices, as a bad network: node tun-relay.mjs DELAY_MS LOSS SEED FILE FILE, with the numbers
 * of their open files. The delay is one way; LOSS is a share of all packets, lost by chance each way.
 */
import { read, writeSync } from 'node:fs';
import { Random } from '../../lib/random.mjs';

const MTU = 65_535;
const [delayMs, loss, seed, first, second] = process.argv.slice(2).map(Number);
const random = new Random(seed);

carry(first, second);
carry(second, first);
console.log('The network is there.');

/** Packets stay in order. */
function carry(from, to) {
  const buffer = Buffer.alloc(MTU);
  /** @type {{at: number, packet: Buffer}[]} */
  const waiting = [];
  let timer = null;
  const release = () => {
    timer = null;
    const now = performance.now();
    let due = waiting[0];
    for (; due && due.at <= now; due = waiting[0]) {
      writeSync(to, due.packet);
      waiting.shift();
    }
    if (due) timer = setTimeout(release, due.at - now);
  };
  const take = (error, length) => {
    if (error) throw error;
    if (!random.chance(loss)) {
      waiting.push({ at: performance.now() + delayMs, packet: Buffer.from(buffer.subarray(0, length)) });
      timer ??= setTimeout(release, delayMs);
    }
    read(from, buffer, 0, MTU, null, take);
  };
  read(from, buffer, 0, MTU, null, take);
}
