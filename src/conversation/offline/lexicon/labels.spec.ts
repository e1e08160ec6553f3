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
    ['Callback', ['Hot', 'Cold', 'Ring back'], 'Ring back'],
    ['Callback', ['Hot', 'Recall'], 'Recall'],
    ['Callback', ['Hot', 'Try again'], 'Try again'],
    ['Wrong_Number', ['Uninterested', 'Keen'], 'Uninterested'],
    ['Interested', ['रुचि है', 'रुचि नहीं'], 'रुचि है'],
    ['Not_Interested', ['रुचि है', 'रुचि नहीं'], 'रुचि नहीं'],
    ['Do_Not_Call', ['DND', 'Interested'], 'DND'],
    ['Interested', ['Blue', 'Green'], 'Incomplete'],
    ['Interested', ['Sale', 'No sale'], 'Sale'],
    ['Not_Interested', ['Sale', 'No sale'], 'No sale'],
    ['Interested', ['No sale', 'Sale'], 'Sale'],
    ['Interested', ['Declined', 'Accepted'], 'Accepted'],
    ['Interested', ['Lead', 'Junk'], 'Lead'],
    ['Interested', ['bad', 'good'], 'good'],
    ['Not_Interested', ['good', 'bad'], 'bad'],
    ['Interested', ['Will not buy', 'Will buy'], 'Will buy'],
    ['Not_Interested', ['Will buy', 'Will not buy'], 'Will not buy'],
    ['Interested', ['Wants_Demo', 'Rejected', 'Call_Later'], 'Wants_Demo'],
    ['Interested', ['Cold lead', 'Hot lead'], 'Hot lead'],
    ['Interested', ['Not joined', 'Joined', 'Wrong number', 'Other'], 'Joined'],
    ['Not_Interested', ['Joined', 'Not joined', 'Not reachable'], 'Not joined'],
    ['Likely_Interested', ['Platinum', 'Lost'], 'Platinum'],
    ['Not_Interested', ['Enrolled', 'Blue'], 'Incomplete'],
    ['Voicemail', ['Joined', 'Lost'], 'Incomplete'],
  ] as const)('returns for %s among %j: %s', (found, labels, label) =>
    expect(nearestLabel(found, labels)).toBe(label),
  );

  it('returns the default label when an account has none of its own', () =>
    expect(nearestLabel('Likely_Interested', [])).toBe('Likely_Interested'));
});
