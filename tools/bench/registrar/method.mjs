/** How the figures of registrar and encrypted are taken, for the page. */
export const METHOD_OF_PHONES = `\`registrar\` sets a trial phone up as the console does, starts baresip (the test softphone where baresip is missing), and rings as
soon as the console shows that it is registered. Its other phones are sockets of the benchmark, each with an address of its own in
127.0.0.0/8, that register by digest. \`corePercent\` is the CPU of the whole process beyond what it took before the phones were set
up, with the OPTIONS that each phone gets every 25 s. The flood comes from a new address for every ten wrong passwords, since the
eleventh would be dropped unread; one address of twenty tries the user of a good phone. \`encrypted\` measures, in turn, calls in plain
and calls over TLS with SRTP, while all of them talk; its INVITEs go to telephones that are busy.`;
