export const keys = {
  title: 'API keys',
  create: 'Create key',
  name: 'Name',
  prefix: 'Starts with',
  scopes: 'Scopes',
  expires: 'Expires',
  expiresOn: 'Expires on',
  expiresHint: "The last day it works, in the account's time zone. Empty: it works until it is revoked.",
  lastUsed: 'Last used',
  state: 'State',
  actions: 'Actions',
  never: 'Never',
  revoke: 'Revoke',
  revokeQuestion: (name: string) => `Revoke 1 key: ${name}?`,
  revokeText: 'It stops at once. Calls that it queued go ahead.',
  revoked: 'The key was revoked.',
  empty: 'No API keys yet.',
  made: 'This is the key. It is shown only now: keep it where your server reads its secrets.',
  lost: 'Its text was lost: revoke it and make another',
  tryIt: 'Try it',
  /** What each scope allows. */
  allows: new Map([
    ['calls:read', 'Read calls, batches, human calls, agents without their script, counsellors and credits'],
    ['calls:write', 'Queue and cancel calls, batches and human calls; change the do-not-call list'],
    ['webhooks:manage', 'Everything about the webhook'],
    ['agents:manage', 'Read agents with their script; make, change and turn off agents'],
    ['counsellors:manage', 'Read counsellors with their phone numbers; add, change and deactivate them'],
  ]),
};

export const secrets = {
  copy: 'Copy',
  stored: 'I have stored it',
  leave: 'Leave without having stored it?',
  leaveText: 'It cannot be shown again.',
  leaveNow: 'Leave',
  stay: 'Stay',
};
