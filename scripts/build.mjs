import { buildAnew } from './build-when-needed.mjs';

await buildAnew();
