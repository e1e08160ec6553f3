/** The figures of a machine that is not in the table, and what was tried there. */
export const ON_A_FAST_MACHINE = `### A machine with faster cores

A loop takes 92 ms there, and 257 ms on most of the machines in the table. One part after another, with nothing beside them:

| Part | Measured |
| --- | --- |
| \`post-calls\` | 2,142 a second, 0.685 / 0.72 / 0.779 of the baseline; 0.613 / 0.674 / 0.698 before its key and its reads shared a packet |
| \`get-call\` | 7,484 a second, 1.026 / 1.102 / 1.199 of the baseline |
| \`post-batches\` | 0.241 / 0.415 / 0.571 of the raw statement, 95 % within 109 ms |
| \`deliveries\` | 8,609 a second, 0.288 / 0.315 / 0.325 of the bare loop, 0.523 of the one that stores |
| \`dispatch\` | 2,252 a second, 0.75 ms of CPU each |
| \`talks\` | 6.91 ms of CPU for a talk |
| \`start\` | 1,161 ms; 140 MB at rest |
| \`latency\` | 4 ms (99th percentile 14 ms) from the commit to the receiver |
| \`list-calls\` | page 10,000 at most 1.17 of page 1 |
| \`phone --calls=150\` | 100 s: 20 ms clock p50 2.5, p99 4.5 ms; 1.2 MB a call; no packet lost. With 200 calls the p99 is 8 ms |
| \`turns\`, known words | false cut-ins 5.5, p50 531, p95 1,360 ms, deaf barge-ins 0, false stops 0 |
| \`turns\`, offline kit | false cut-ins 7.5, p50 667, p95 1,460 ms, deaf barge-ins 11.1, false stops 18.8, lost words 15 |

An hour later the same cores did 0.9 of that, baselines included. The bare loop of deliveries uses no PostgreSQL, and gains more from
such cores than the service. The process that delivers is busy for 0.86 of a core there: 21 % of it writes to sockets, 18 % are garbage
collection. Of the memory at rest 48 MB are Node's program, 24 MB the sources of modules; V8 returns 10 MB half a minute after the start.

Tried there, and not kept:

- Deliveries: array parameters written by the service instead of pg (56 instead of 75 ns for a string), and one parse of the URL for the events
  of a claim: no gain beyond the spread. A young generation of 64 MB: no gain; of 4 MB: 0.89 of the rate.
- Dispatch: six or eight turns at once instead of four: no gain. 12 % of the cores are idle, and each of a call's two updates writes at
  least five indexes, four of which have no predicate.
- Memory at rest: a garbage collection after the start. V8 returns the same pages half a minute later without it.`;
