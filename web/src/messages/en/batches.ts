export const batches = {
  title: 'Batches',
  table: 'Batches',
  upload: 'Upload contacts',
  name: 'Name',
  unnamed: 'Without a name',
  agent: 'Agent',
  progress: 'Progress',
  ofAll: (finished: string, total: string) => `${finished} of ${total}`,
  connected: 'Connected',
  notConnected: 'Not connected',
  created: 'Created',
  empty: 'No batches yet.',
};

export const batch = {
  title: 'Batch',
  unknown: 'There is no such batch.',
  toBatches: 'All batches',
  cancel: 'Cancel waiting calls',
  cancelQuestion: (count: number, shownCount: string) =>
    `Cancel ${shownCount} ${count === 1 ? 'call' : 'calls'}?`,
  cancelText: 'They will not be dialed. Calls that are going on are not interrupted.',
  canceled: (count: number, shownCount: string) =>
    `${shownCount} ${count === 1 ? 'call was' : 'calls were'} canceled.`,
  download: 'Download results',
  again: 'Call again',
  counts: 'Calls by status',
  outcomes: 'Outcomes',
  outcome: 'Outcome',
  calls: 'Calls',
  noOutcomes: 'There are no outcomes yet.',
  details: 'Details',
  agent: 'Agent',
  created: 'Created',
  id: 'ID',
  test: 'Test run',
  progressNow: (finished: string, total: number, shownTotal: string) =>
    `${finished} of ${shownTotal} ${total === 1 ? 'call is' : 'calls are'} over`,
};
