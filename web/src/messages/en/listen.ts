/** Texts of pages with calls that people can listen to, and about the listeners. */
export const listen = {
  title: 'Listening',
  listen: 'Listen',
  stop: 'Stop listening',
  supervised: 'A supervisor is listening.',
};
