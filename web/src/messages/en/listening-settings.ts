export const listeningSettings = {
  title: 'Listening',
  about: 'Who may hear calls while they run. Only calls that are answered while it is on can be heard.',
  lockedAbout: 'Only the operator changes this, or opens it to admins.',
  listening: 'Listening',
  people: new Map([
    ['off', 'Off'],
    ['admins', 'Admins'],
    ['staff', 'Admins and staff'],
  ]),
  notice: 'Listening notice',
  noticeHint: 'How contacts learn that somebody may listen. Listening is never on without it.',
  notices: new Map([
    ['none', 'None'],
    ['script', 'Our opening lines say it'],
    ['text', 'Agents say a text before their opening line'],
  ]),
  text: 'Text of the notice',
  human: 'Listening human',
  humanHint:
    'Human calls can be heard, too. It needs opening lines that say it; counsellors see when somebody listens.',
};
