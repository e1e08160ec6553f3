import { bridgedCallDriver } from '../../../../test/harness/sip-bridged-call-driver';
import { type Asked, ring } from '../../../../test/harness/sip-outbound-driver';
import { settled } from '../../../../test/harness/simulated-network';

const CANCELED = { kind: 'canceled', answered: false, rang: true, targets: [] } as const;

/** The contact rings over a network that sends no 487 after a CANCEL. */
async function ringingContact() {
  const driver = bridgedCallDriver({ confirms: false });
  await settled();
  const counsellor = await driver.answers(0);
  ring(driver.asked[1] as Asked);
  return { ...driver, counsellor };
}

describe('SipBridgedCall waits 0.4 s at most for the confirmation of the CANCEL', () => {
  test('when the counsellor hangs up while the contact rings', async () => {
    const { counsellor, asked, inbox, freed, pass } = await ringingContact();
    counsellor.bye();
    await pass(500);
    expect(asked[1]?.canceled).toBe(true);
    expect(inbox.end).toMatchObject({
      cause: 'failed',
      reason: 'The counsellor hung up before the contact answered.',
    });
    expect(freed.map(({ who }) => who)).toEqual(['counsellor']);
    asked[1]?.handlers.onFailed(CANCELED);
    await settled();
    expect(freed.map(({ who }) => who)).toEqual(['counsellor', 'contact']);
  });

  test('when the call is canceled, and sends BYE to the counsellor', async () => {
    const { connect, counsellor, asked, inbox, pass } = await ringingContact();
    connect.hangUp();
    await pass(500);
    expect([asked[1]?.canceled, counsellor.hungUp]).toEqual([true, 1]);
    expect(inbox.end).toMatchObject({ cause: 'canceled', talkMs: null });
    expect(connect.phase).toBe('ended');
  });
});

test('sends BYE after an answer that crosses the hang-up, and frees both channels', async () => {
  const { connect, answers, freed, pass } = await ringingContact();
  const answering = answers(1);
  connect.hangUp();
  const contact = await answering;
  await pass(100);
  expect(contact.hungUp).toBe(1);
  expect(freed.map(({ who }) => who).sort()).toEqual(['contact', 'counsellor']);
});
