/** What requests cost, and what was tried. */
export const WHY_OF_REQUESTS = `POST and GET do all that the service promises; POST is still two thirds as quick as a server that promises nothing, and GET quicker
(both on a machine that needs twice the time of the others' for a loop), because requests of the same moment go to PostgreSQL together (\`src/platform/database/batch-loader.ts\`): their keys are looked
up in one statement, their limits counted in another, calls that are queued share a transaction and its commit. Nothing is
cached that can change: the id of a key that worked before is known, so its limit is counted while the key is read (GET then has 1.07 of the requests a second and 0.93 of the median latency: 12 pairs of 2 s; POST no gain). A single request after another has nobody to share with, and waits for five round trips (POST) or two (GET). A connection plans each statement of a call once: of an array of fewer than ten keys PostgreSQL made a new plan each time, as plans for the values looked cheaper, which was 45 % of its time for a GET, a quarter for a POST and a fifth for a talk (\`ofUnknownLength\`). The embedded PostgreSQL keeps what a statement freed (\`initdb.ts\`): on that machine, a virtual one, a POST took 0.61 ms of its CPU instead of 1.17, and there were 1.4 to 1.5 times as many a second.

Measured in turn with the build before, beside the same bare server (medians of nine pairs of 2 s, 2 cores): GET has 1.20 of the requests a second that it
had, POST 1.11, since matched requests go to their handlers (Express tried the patterns of 87 routes first, 20 to 40 µs); since
new calls and rows are copied from a pattern with every field (V8 takes 40 and 14 µs for a copy of 50 fields that it holds as a
dictionary, 0.1 µs for this one); since one ticker times all look-ups of keys, and the log lines of a turn are one write. Deliveries
begin at the commit in a process that makes them, without outbox, relay and queue. Of the time of a POST in PostgreSQL 47 % go to the row, its indexes and its timeline, 23 % to the rate log, 18 % to the idempotency key.

Whole rows come as one JSON array. A statement whose row has 52 columns describes each of them in every answer: read alone, a call took
68 µs of CPU in the client and 123 in PostgreSQL, and takes 32 and 75; four together took 27 and 26 each, and take 13 and 17. The storage
of transactions is enabled while one is active: before Node 24 AsyncLocalStorage has V8 call hooks for every promise of the process, also
of a GET, which has none (0.92 of the CPU without). Answers in JSON are written without Express, which reads the content type back and
copies a text of 1,000 characters or more into a buffer. In turn with the build before all three (five pairs, after the table's runs) a GET
takes 0.85 of the CPU and 0.86 of the time, a talk 0.95 of the CPU.

Requests share their hidden classes. Express changes the prototype of each request and response; after that V8 made a new hidden class
for each property that was added to a request, and cached no access to it. They begin with those prototypes now
(\`src/platform/http/express-classes.ts\`). Requests of the API go from their match to their handler without Express's router, and are
validated and audited without interceptors: with one, Nest wraps each handler in some ten Observables. In turn with the
build before (five pairs, quick, after the table's runs, on a machine 1.4 times slower) a GET takes 0.56 of the CPU and 0.69 of the time.
Before it planned statements once and kept its memory, on a machine as slow as the one of these two in the table, GET had 0.804 / 0.962 / 1.284 of
them and POST 0.523 / 0.628 / 0.703 (eleven runs).

What a group of POSTs sends to PostgreSQL at one time leaves in one packet, six in place of twelve for one POST. Before Node 24
each AsyncLocalStorage in use adds a property to every promise; transactions and what watches their writes share one, keys are loaded
without an async function around the promise, and a POST allocates 170 KB instead of 188. Log lines are written without the flush that calls fsync, bodies are collected without an iterator. In
turn with the build before (20 pairs of 2 s, on that machine) a POST takes 0.96 of the CPU, within its spread. Of the CPU of a POST then
(\`perf\`, 10 s): 15 % kernel, two thirds of it in writes, 11 % garbage collector, 5 % hooks of promises; no function of the service has 2 %.

Tried, and not kept: prepared statements that are described once per connection, with rows made from a pattern. On a busy
machine a client alone took 63 instead of 70 µs of CPU for a row of 50 columns, and GET and POST showed no gain. Halves of
the young generation of 32 or 8 MB instead of 16: no gain beyond
the spread, at rest the same memory; with 8 MB and fewer threads of V8 a process that talks keeps 23 MB less.

Fields without problems are read without class-transformer and class-validator, which report the problems of others: 17 instead of 65 µs
for a body of POST /calls, 12 instead of 48 for a row of a batch. A third of the gain of a row are patterns of types of numbers, which
libphonenumber-js compiles anew for each number. A batch is stored in packets of 200 calls, each while the process prepares the next one,
and is validated without pauses on an idle event loop: 1,000 rows take 0.59 of the time (80 pairs in turn with the build before).`;
