/** How the figures of several parts are taken, for the page. */
export const METHODS = `### How parts are measured

\`spoken\` has the test softphone answer real calls, four a second so that their turns do not end together, and measures in its
recordings: from the last 5 ms window of the contact above −45 dB to the agent's first. So it includes what the softphone's and
the service's jitter buffers hold back, which \`response_ms\` (\`toldP50Ms\`) does not. The engines that answer at once are a server on
this machine whose words and voice need no time, the kit's words come from espeak-ng on both sides. The softphone, too, shares the
machine. \`cloud\` takes \`response_ms\`, with fakes that wait as long as Deepgram and ElevenLabs say that they take, and two round trips of
150 ms. \`talk-hour\` (\`npm run bench -- talk-hour --minutes=60 --calls=50\`, only when it is named) keeps so many calls of ten
minutes going, and compares each recording with how long the softphone says that its call took.

\`tools\` has simulated talks whose words take no time, a fake model that answers after 1 to 3 s, and a server of tools, both in the
program that measures: each call of a tool has a number, by which its request is found. What lies between is the end of the stream, the
stored row of the use, a new connection and the signature. The other talks have no tools; their contacts answer at once, so that from
the model's last byte to its next request the service alone takes time. \`npm run bench -- tools\` takes about seven minutes.
\`npm run bench -- talks post-calls get-call dispatch phone spoken cloud --base=DIST\` measures this build and another one, five times in
turn, and writes nothing: what a change costs those who do not use it.

\`pooler\` runs two services on one PostgreSQL, one of them through the pooler, which shares the machine's cores with everything else.
Versions of PgBouncer before 1.21 pass no prepared statements in transaction mode, so PostgreSQL parses and plans each anew.

\`forgetting\` has pg_stat_statements count. \`pages\` is the sum over the statements that forget of what a call of each reads, from
memory or disk, in 150 s of a worker; then a worker meets the backlog beside ten requests each 50 ms, POST and GET in turn.

\`console\` was measured on a machine whose cores do about 0.4 of the work of the table's others: a
page of Calls took 9 ms there and takes 22 here. Home sums the calls of a day from an index that covers the summed columns, and its two
requests share a read: of 100,000 calls the slowest of eight answers takes 223 ms instead of 463 (the build before, the same machine and day).`;
