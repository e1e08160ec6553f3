/** The figures of a machine that is not in the table, and what was tried there. */
export const ON_A_FAST_MACHINE = `Another machine has cores that are faster: a loop takes 92 ms there, and 257 ms on most of the machines in the table. Its figures, with
one part after another and nothing beside them: POST 2,264 a second, 0.613 / 0.674 / 0.698 of its baseline; GET 7,484, 1.026 / 1.102 / 1.199;
batches 0.241 / 0.415 / 0.571, 95 % within 109 ms; 6.91 ms of CPU for a talk; dispatch 2,252 a second, 0.75 ms of CPU each; 8,609 deliveries a
second, 0.288 / 0.315 / 0.325 of the bare loop and 0.523 of the one that stores; a start of 1,161 ms; 140 MB at rest; 4 ms (99th percentile 14 ms)
from the commit to the receiver; page 10,000 at most 1.17 of page 1. An hour later the same cores did 0.9 of that, baselines included. The bare loop
of deliveries uses no PostgreSQL, and gains more from such cores than the service. The process that delivers is busy for 0.86 of a core
there, 21 % of it with writes to sockets and 18 % with garbage collection.

Tried there, and not kept. Deliveries: array parameters written by the service instead of pg (56 instead of 75 ns for a string, no gain beyond the
spread); one parse of the URL for the events of a claim (no gain beyond the spread); a young generation of 64 MB (no gain) or 4 MB (0.89 of the
rate). Rate limit: times of 4 bytes (no gain: the length of the log is a sixth of a request's cost). Dispatch: six or eight turns at once instead of
four (no gain; 12 % of the cores are idle, and each of a call's two updates writes at least five indexes, four of which have no predicate). Memory at rest:
a garbage collection after the start. With it and without it V8 returns the pages after half a minute, and 130 MB remain: 48 for
Node's program, 24 for the sources of modules.`;
