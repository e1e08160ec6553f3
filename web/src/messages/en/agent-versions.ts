/** Apart from the other texts: loaded with the dialog, and with what plays a voice. */
export const versions = {
  title: 'Versions',
  list: 'Saves of this agent',
  first: 'Made',
  changed: (fields: string) => `Changed: ${fields}`,
  differences: 'Then, against what stands in the editor',
  same: 'It is what stands in the editor.',
  then: 'Then',
  now: 'Now',
  again: 'Use again',
  againHint: 'Fills the editor; nothing is saved until you press Save.',
  empty: '–',
};

export const voicePlay = {
  play: 'Play',
  preparing: 'The voice speaks…',
  said: (text: string) => `“${text}”`,
  byKit: (text: string) => `“${text}”, by the offline kit: the engine of this voice is not available here.`,
};
