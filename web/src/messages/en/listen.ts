/** Of pages with calls that somebody can listen to, and of what they say of listeners. */
export const listen = {
  title: 'Listening',
  listen: 'Listen',
  stop: 'Stop listening',
  supervised: 'A supervisor is listening.',
};
