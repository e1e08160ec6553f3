import { stopPostgres } from './global-setup.mjs';

export default stopPostgres;
