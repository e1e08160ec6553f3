/** What made requests cheaper, and what was tried. */
export const WHY_OF_REQUESTS = `### Requests

POST and GET do all that the service promises: keys, limits, idempotency, policy, credits, timeline, events, logs. Nothing is cached that
another process can change. A single request has nobody to share statements with, and waits for four round trips (POST) or two (GET).

| What changed | What it brought | Measured |
| --- | --- | --- |
| Requests of the same moment share statements and transactions (\`src/platform/database/batch-loader.ts\`): keys are looked up in one, limits counted in another, calls queued in one commit | the basis of all below | – |
| A connection plans each statement of a call once (\`ofUnknownLength\`) | planning took 45 % of PostgreSQL's time of a GET, a quarter of a POST's, a fifth of a talk's: arrays of fewer than ten keys were planned anew each time | – |
| The embedded PostgreSQL keeps what a statement freed (\`initdb.ts\`) | a POST takes 0.61 ms of its CPU instead of 1.17; 1.4 to 1.5 of the requests a second | virtual machine, three pairs |
| The limit is counted while the key is read: the id of a key that worked before is known | GET 1.07 of the requests a second, 0.93 of the median latency; POST no gain | 12 pairs of 2 s |
| Matched requests go to their handlers (Express tried 87 patterns first, 20 to 40 µs); rows are copied from a pattern with every field (0.1 instead of 40 µs); one ticker times all look-ups of keys; the log lines of a turn are one write | GET 1.20, POST 1.11 of the requests a second | nine pairs of 2 s |
| Whole rows come as one JSON array (52 described columns took 68 µs in the client and 123 in PostgreSQL; now 32 and 75); the storage of transactions is on only during one (0.92 of a GET's CPU: before Node 24 its hooks run for every promise); JSON is sent without Express | GET 0.85 of the CPU, 0.86 of the time; a talk 0.95 of the CPU | five pairs |
| Requests begin with Express's prototypes (\`express-classes.ts\`), so V8 shares their hidden classes; they go to their handlers without router and interceptors, with which Nest wraps each handler in some ten Observables | GET 0.56 of the CPU, 0.69 of the time | five short pairs, a machine 1.4 times slower |
| What a group of POSTs sends leaves in one packet; transactions and the watch of their writes share one storage; bodies are collected without an iterator; log lines are written without fsync | POST 0.96 of the CPU, within its spread; 170 KB allocated instead of 188 | 20 pairs of 2 s |
| Fields without problems are read without class-transformer and class-validator, which report the problems of others | 17 instead of 65 µs for the body of a POST, 12 instead of 48 for a row of a batch; a third of the latter: libphonenumber-js compiled patterns anew for each number | – |
| A batch is stored in packets of 200 calls, each while the next one is prepared, and validated without pauses on an idle event loop | 1,000 rows take 0.59 of the time | 80 pairs |
| What a POST needs is read in the packet that claims its Idempotency-Key; the claim stores the id of the call and the warnings that most calls have, none, so that no second statement stores them | PostgreSQL 0.90 to 0.93 of the CPU, the service 0.88 to 0.98, the median latency 0.89 to 0.97 | two times five pairs |

Tried, and not kept:

- Prepared statements that are described once per connection, with rows made from a pattern: no gain; on a busy machine a client alone took
  63 instead of 70 µs of CPU for a row of 50 columns.
- Halves of the young generation of 32 or 8 MB instead of 16: no gain beyond the spread, at rest the same memory. With 8 MB and fewer threads of
  V8 a process that talks keeps 23 MB less.
- Unix sockets instead of TCP to the embedded PostgreSQL: no gain. A write costs what it takes to wake the other process.
- Two groups of POSTs at once instead of four, so that each shares more: 1.06 of the CPU, 1.12 of the latency (five short pairs).
  Eight or sixteen: 0.94 of PostgreSQL's CPU, 0.99 of the latency, within their spread.
- Two look-ups of keys, limits and calls at once instead of any number: the same CPU for a GET, 0.96 of the latency.
- Key and limit of the requests of a turn in one packet, on one connection: 0.94 to 1 of the CPU of a GET, a POST within its spread.
- The log of the rate limit as one upsert of all keys instead of a function for each: two thirds of the time, some 9 µs of a request, and
  a second way for keys that come twice in a turn.
- Timelines whose first line is made when they are read, not stored: a batch takes 0.95 of the time (three pairs); retention and
  erasure would need rules for a line that has no row.
- Times of 4 bytes in the log of the rate limit: no gain, the length of the log is a sixth of a request's cost.`;
