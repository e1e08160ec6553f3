/** Texts of voice tests and listening; loaded with these. */
export const live = {
  volume: 'Volume',
  reconnecting: 'The connection is interrupted. Connecting again…',
  suspended: 'The browser has paused the sound. Return to this page, or end the other call.',
  noSocket: 'The sound cannot connect: a proxy before the service must pass WebSockets below /console/live/.',
  noSound: 'The browser could not start the sound. Reload the page.',
  connectionLost: 'The connection was lost.',
};
