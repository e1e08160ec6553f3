export const tryAgain = {
  label: 'Try again',
  never: 'Never',
  accountDefault: 'Account default',
  upTo: (attempts: number) => `Up to ${attempts} attempts`,
  waits: 'Minutes between attempts',
  waitsHint: 'Such as 60, 240, 1440; the last one repeats. Left empty: these three.',
};

export const attempts = {
  title: 'Attempts',
  place: (attempt: number, most: number) => `Attempt ${attempt} of ${most}`,
  previous: 'Attempt before',
  next: 'Next attempt',
  all: 'All attempts',
  estimated: 'Estimated calls',
  latest: 'Latest attempt',
  latestOnly: 'Only the latest',
  chain: 'Attempts of',
  stopped: new Map([
    ['reached', 'The contact was reached.'],
    ['canceled', 'It was canceled.'],
    ['expired', 'It expired.'],
    ['declined', 'The contact declined the call.'],
    ['not_retryable', 'A call that ends so is not tried again.'],
    ['max_attempts', 'All attempts were made.'],
    ['do_not_call', 'The number is on the do-not-call list.'],
    ['number_waits', 'Another call waits for the number.'],
  ]),
};
