import { newId } from '../../src/platform/ids';
import { type CarrierEvent, CarrierEventRouter, Carriers, type DialResult } from '../../src/carriers';
import { LegRepository } from '../../src/trunks/infrastructure/leg.repository';
import { eventually, type TestAccount, type TestApp } from './app';
import { SPEAKING } from './talk-brief';

const BRIEF = {
  ...SPEAKING,
  agentName: 'Asha',
  language: null,
  openingLine: 'Hello.',
  systemPrompt: 'Talk.',
  questions: [],
  dispositions: [],
  handoffNumbers: [],
  pace: null,
  contactName: null,
  timeZone: 'UTC',
  maxSeconds: 60,
};

/** Dials over trunks as the dispatcher does, for calls of the test only: it handles their events. */
export class SipDials {
  readonly events: CarrierEvent[] = [];
  /** Whether events can be stored. */
  storesEvents = true;

  constructor(
    private readonly service: TestApp,
    private readonly account: TestAccount,
  ) {
    const take = (event: CarrierEvent) => {
      if (!this.storesEvents) return Promise.reject(new Error('the database is away'));
      this.events.push(event);
      return Promise.resolve();
    };
    service.app.get(CarrierEventRouter, { strict: false }).register('spec', { handle: take });
  }

  /** Dials once this process has the trunks. */
  async dial(
    callId: string,
    trunkIds: readonly [string, ...string[]],
    { number = '+919800000001', attempt = 1, record = false } = {},
  ): Promise<DialResult> {
    const { app, clock } = this.service;
    const accountId = this.account.id;
    const callerId = '+911140000001';
    const [trunkId, ...others] = trunkIds;
    const beganAt = clock.now();
    const id = newId('leg');
    await app.get(LegRepository, { strict: false }).begin([
      {
        id,
        accountId,
        callId,
        attempt,
        trunkAttempt: 1,
        trunkId,
        kind: 'contact',
        phoneNumber: number,
        shownNumber: callerId,
        beganAt,
      },
    ]);
    const rest = others.map((other) => ({ trunkId: other, callerId }));
    const carrier = app.get(Carriers, { strict: false }).find('sip');
    if (!carrier) throw new Error('this process has no SIP');
    return carrier.dial({
      reference: `${callId}.${attempt}`,
      attempt,
      number,
      ringSeconds: 10,
      record,
      talk: { ...BRIEF, now: beganAt },
      leg: { id, accountId, beganAt, routes: [{ trunkId, callerId }, ...rest] },
    });
  }

  /** Resolves when the dial of a call has ended. */
  async ended(callId: string, attempt = 1): Promise<void> {
    await eventually(() => {
      const own = this.events.filter(({ reference }) => reference === `${callId}.${attempt}`);
      expect(own.map(({ type }) => type)).toContain('ended');
      return Promise.resolve();
    });
  }
}
