import { t } from '../en';

describe('counts in sentences', () => {
  it.each([
    [t.home.outOfCredits(1, '1'), '1 call waits for credits. The operator of this service adds credits.'],
    [t.home.outOfCredits(2, '2'), '2 calls wait for credits. The operator of this service adds credits.'],
    [t.home.points('+1'), '+1 point'],
    [t.home.points('−1.5'), '−1.5 points'],
    [t.home.points('±0'), '±0 points'],
    [t.home.costOf('1'), '1 credit'],
    [t.home.costOf('1,001'), '1,001 credits'],
    [t.common.tryInSeconds(1), 'Too many requests. Try again in 1 second.'],
    [t.common.tryInSeconds(2), 'Too many requests. Try again in 2 seconds.'],
    [t.batch.progressNow('0', 1, '1'), '0 of 1 call is over'],
    [t.batch.progressNow('1', 4, '4'), '1 of 4 calls are over'],
    [t.webhook.rateOf('1', 1, '1'), '1 of 1 attempt delivered'],
    [t.webhook.rateOf('0', 2, '2'), '0 of 2 attempts delivered'],
    [t.agents.turnedOff(0, '0'), 'The agent is off.'],
    [t.agents.turnedOff(1_001, '1,001'), 'The agent is off; 1,001 waiting calls ended.'],
    [t.members.rolesChanged(1), 'The roles were changed; 1 waiting call ended.'],
    [t.upload.found(1, '1', 1), '1 row, 1 column'],
    [t.upload.found(0, '0', 2), '0 rows, 2 columns'],
  ])('are correct: %s', (text, expected) => {
    expect(text).toBe(expected);
  });
});
