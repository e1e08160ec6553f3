import { BenchDriver } from './bench-driver.mjs';

/** node costs.mjs PART DIST true|false measures a part with a build, quickly or not, and prints its `costs` as JSON. */
const [, , name, dist, quick] = process.argv;
BenchDriver.build = dist ?? BenchDriver.build;
const { default: part } = await import(`./parts/${name}.mjs`);
console.log(JSON.stringify(part.costs(await part.run({ quick: quick === 'true' }))));
process.exit(0);
