import { nearestLabel } from './labels';

const SALES = ['Hot Lead', 'Warm', 'Cold', 'Follow Up', 'Not Reachable', 'Wrong No', 'Other'];
const REVERSED = ['Not Interested', 'Interested'];

describe('nearestLabel', () => {
  it.each([
    ['Interested', SALES, 'Hot Lead'],
    ['Likely_Interested', SALES, 'Warm'],
    ['Not_Interested', SALES, 'Cold'],
    ['Callback', SALES, 'Follow Up'],
    ['Voicemail', SALES, 'Not Reachable'],
    ['Wrong_Number', SALES, 'Wrong No'],
    ['Do_Not_Call', SALES, 'Do_Not_Call'],
    ['Incomplete', SALES, 'Incomplete'],
    ['Requirement_Not_Clear', SALES, 'Warm'],
    ['Interested', REVERSED, 'Interested'],
    ['Likely_Interested', REVERSED, 'Interested'],
    ['Not_Interested', REVERSED, 'Not Interested'],
    ['Callback', ['CALL_BACK', 'Done'], 'CALL_BACK'],
    ['Callback', ['callbackLater', 'Done'], 'callbackLater'],
    ['Wrong_Number', ['Uninterested', 'Keen'], 'Uninterested'],
    ['Interested', ['रुचि है', 'रुचि नहीं'], 'रुचि है'],
    ['Not_Interested', ['रुचि है', 'रुचि नहीं'], 'रुचि नहीं'],
    ['Do_Not_Call', ['DND', 'Interested'], 'DND'],
    ['Interested', ['Blue', 'Green'], 'Incomplete'],
  ] as const)('%s among %j is %s', (found, labels, label) => {
    expect(nearestLabel(found, labels)).toBe(label);
  });

  it('gives the default label when an account has none of its own', () => {
    expect(nearestLabel('Likely_Interested', [])).toBe('Likely_Interested');
  });
});
