/** `node make-keys.cjs DIST ACCOUNT COUNT`: many API keys of an account in one process, as a JSON array. */
const [, , dist, accountId, count] = process.argv;
const { inContexts } = require(`${dist}/src/cli/run.js`);
const { SCOPES } = require(`${dist}/src/platform/http/scopes.js`);

inContexts(async (operations) => {
  const keys = [];
  for (let at = 0; at < Number(count); at++) {
    const made = await operations.createKey({
      accountId,
      name: 'More',
      scopes: [...SCOPES],
      expiresOn: null,
      product: 'ai_calling',
    });
    keys.push(made.key);
  }
  process.stdout.write(JSON.stringify(keys));
});
